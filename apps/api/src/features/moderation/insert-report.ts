import { createHmac } from 'node:crypto';
import type { ReportReason } from '@redial/contract';
import type { Database } from '../../db/client.ts';
import { reports } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { recordModerationEvent } from '../audit/index.ts';

/** What is reported. */
type ReportTarget =
  | { readonly productId: string }
  | { readonly userId: string }
  | { readonly reviewId: string };

/**
 * Stores a report. Each user, or each IP address of anonymous callers, can have one open report per
 * target. IP addresses are stored as a keyed hash only.
 *
 * @param about.ipKey the caller's IP address, normalized for rate limiting.
 * @returns the report's id, or `undefined` if the caller has an open one of the target.
 */
export async function insertReport(
  db: Database,
  { sessionSecret }: Pick<Settings, 'sessionSecret'>,
  actor: User | undefined,
  about: {
    target: ReportTarget;
    reason: ReportReason;
    text?: string | undefined;
    ipKey: string;
    action: 'product.reported' | 'report.received';
  },
): Promise<string | undefined> {
  const { target, reason, text, ipKey, action } = about;
  const reporter = actor
    ? `user:${actor.id}`
    : `address:${createHmac('sha256', sessionSecret).update(ipKey).digest('base64url')}`;
  return inTransaction(db, async (tx) => {
    const [report] = await tx
      .insert(reports)
      .values({ id: newId(), ...target, reporter, reason, text: text ?? null })
      .onConflictDoNothing()
      .returning();
    if (!report) return undefined;
    const { productId, userId, reviewId } = report;
    const id = productId ?? userId ?? reviewId ?? '';
    const type = productId ? 'product' : userId ? 'user' : 'review';
    await recordModerationEvent(tx, { action, target: { type, id } });
    const kind = productId ? 'listing' : userId ? 'person' : 'review';
    await emit(tx, { type: 'moderation.reported', kind, id });
    return report.id;
  });
}
