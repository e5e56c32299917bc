import { and, inArray, isNull, lte, sql } from 'drizzle-orm';
import { notifications } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { publishLive } from '../live/index.ts';
import { ofUser } from './list-notifications.ts';

/**
 * Marks notifications of the caller as read: those that are named, or all up to one of them. Those
 * that arrived after the reader's list was loaded stay unread. The daily mail does not repeat what is read.
 *
 * @returns the number of notifications that were unread.
 * @throws Problem `validation.failed` unless exactly one of `ids` and `upTo` is given.
 */
export async function readNotifications(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { ids, upTo }: { ids?: readonly number[]; upTo?: number },
): Promise<number> {
  if ((ids === undefined) === (upTo === undefined)) {
    throw new Problem('validation.failed', 'Give either ids or upTo', 'body.ids');
  }
  const chosen =
    ids === undefined ? lte(notifications.id, upTo ?? 0) : inArray(notifications.id, [...ids]);
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(notifications)
      .set({ readAt: sql`now()`, digestDue: false })
      .where(and(ofUser(actor), isNull(notifications.readAt), chosen));
    // The caller's other tabs and devices.
    if (rowCount) await publishLive(tx, [actor.id], { type: 'notifications.changed' });
    return rowCount ?? 0;
  });
}
