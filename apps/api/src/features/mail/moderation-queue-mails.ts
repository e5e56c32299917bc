import { formatNumber } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { moderationDecisions } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { findWaiting, queuePath, type WaitingCount } from '../moderation/index.ts';
import { notifyStaff } from './notify-staff.ts';

/** The events after which something may be new in the moderation queue. */
export const queueEvents = ['moderation.reported', 'listing.held', 'moderation.answered'] as const;

type QueueEvent = DomainEventOf<(typeof queueEvents)[number]>;

const causes = {
  listing: 'A listing was reported',
  person: 'A person was reported',
  review: 'A review was reported',
  conversation: 'A conversation was reported',
  held: 'A listing is held for review',
  answered: 'A seller has changed a listing as requested',
} as const;

export const newItemTitle = 'New in the moderation queue';

/** @param waiting how many targets wait in the queue, the new one included. */
export function describeNewItem(
  cause: keyof typeof causes,
  { count, isExact }: WaitingCount,
): string {
  const cases = `${isExact ? '' : 'At least '}${formatNumber(count)} cases wait`;
  return `${causes[cause]}. ${count === 1 ? 'Nothing else waits' : cases} for a decision.`;
}

/**
 * Notifies those who moderate of something new in the queue: once for each target, and not while an
 * earlier notification of the queue is unread, so a flood of reports is one. What was written is in the
 * queue only.
 */
export function notifyModerators(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  event: QueueEvent,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const found = await findNewItem(tx, event);
    // Somebody has decided meanwhile.
    const waiting = found && (await findWaiting(tx, found.id));
    if (!waiting) return;
    const text = describeNewItem(found.cause, waiting);
    const key = `moderation-queue:${found.id}:${waiting.since.toISOString()}`;
    await notifyStaff(
      tx,
      settings,
      { kind: 'moderation', key, oncePerPage: true },
      {
        subject: newItemTitle,
        preview: text,
        heading: newItemTitle,
        paragraphs: [text, 'You hear of the next one when you have read this, or after a day.'],
        action: { label: 'Open the queue', url: settings.publicUrl + queuePath },
        note: 'What was reported is on that page only.',
      },
    );
  });
}

async function findNewItem(
  tx: Transaction,
  event: QueueEvent,
): Promise<{ id: string; cause: keyof typeof causes } | undefined> {
  if (event.type === 'moderation.reported') return { id: event.id, cause: event.kind };
  if (event.type === 'listing.held') return { id: event.productId, cause: 'held' };
  const [decision] = await tx
    .select({ productId: moderationDecisions.productId })
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, event.decisionId));
  return decision?.productId ? { id: decision.productId, cause: 'answered' } : undefined;
}
