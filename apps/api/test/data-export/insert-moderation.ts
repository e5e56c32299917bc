import { sql } from 'drizzle-orm';
import * as schema from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { enqueueMail } from '../../src/platform/outbox.ts';
import { past, type UserData } from './user-data.ts';

/** Decisions about the user, a report by the user, and what the server has recorded. */
export async function insertModeration({
  app,
  user,
  other,
  productId,
}: UserData & { productId: string }) {
  const { db } = app;
  const decisionId = newId();
  await db.insert(schema.moderationDecisions).values({
    id: decisionId,
    kind: 'suspend',
    state: 'ended',
    targetKind: 'listing',
    productId,
    personId: user.id,
    title: 'iPhone 13',
    rule: 'respect',
    message: 'Please be friendly.',
    evidence: { reasons: ['offensive'] },
    days: 7,
    until: past(30),
    decidedBy: other.id,
    decidedAt: past(37),
    closedAt: past(30),
    balanceReleasedAt: past(36),
  });
  await db.insert(schema.moderationAppeals).values({
    id: newId(),
    decisionId,
    state: 'rejected',
    text: 'I was friendly.',
    createdAt: past(35),
    answer: 'You were not.',
    decidedBy: other.id,
    decidedAt: past(34),
  });
  await db.insert(schema.reports).values({
    id: newId(),
    productId,
    reporter: `user:${user.id}`,
    reason: 'misleading',
    text: 'The photos show another phone.',
    state: 'dismissed',
    createdAt: past(65),
    closedAt: past(64),
    closedBy: other.id,
  });
  await db.insert(schema.images).values({
    id: newId(),
    uploadedBy: user.id,
    width: 961,
    height: 721,
    createdAt: past(63),
  });
  const mail = { to: user.email, subject: 'Sold', text: 'Sold', html: 'Sold' };
  await enqueueMail(db, 'mail of the export', mail);
  await db.execute(sql`update outbox set done_at = ${past(62)}`);
  await db.insert(schema.auditEntries).values({
    at: past(41),
    action: 'sign-in.new-device',
    actorId: user.id,
    actorRole: 'owner',
    targetType: 'user',
    targetId: user.id,
    changes: { device: [null, 'Firefox on Windows'] },
    network: '192.0.2.0/24',
  });
}
