import { type LiveEventList, liveEventsPerPage } from '@redial/contract';
import { and, asc, eq, gt, min } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { liveCursors, liveEvents } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';

/** Where a reader goes on. */
export interface LivePosition {
  /** The id of the last event that the reader has received or does not need. */
  readonly lastId: number;
  /** Whether earlier events are no longer stored. */
  readonly missed: boolean;
}

/**
 * Finds where a reader goes on: after the last event that was received, or after the newest one if
 * that is unknown or events after it were deleted.
 */
export async function findPosition(
  db: Executor,
  { id: userId }: Pick<User, 'id'>,
  received: number | undefined,
): Promise<LivePosition> {
  const [cursor] = await db
    .select({ lastId: liveCursors.lastId })
    .from(liveCursors)
    .where(eq(liveCursors.userId, userId));
  const newest = cursor?.lastId ?? 0;
  if (received === newest) return { lastId: newest, missed: false };
  // Greater than the newest: the database was restored from a backup.
  if (received === undefined || received > newest) return { lastId: newest, missed: true };
  const [stored] = await db
    .select({ oldest: min(liveEvents.id) })
    .from(liveEvents)
    .where(eq(liveEvents.userId, userId));
  const oldest = stored?.oldest ?? newest + 1;
  return received >= oldest - 1
    ? { lastId: received, missed: false }
    : { lastId: newest, missed: true };
}

/** Lists the caller's events after the one that was received last, for readers without a stream. */
export async function readEvents(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { after }: { after?: number },
): Promise<LiveEventList> {
  const { lastId, missed } = await findPosition(db, actor, after);
  const rows = await db
    .select({ id: liveEvents.id, type: liveEvents.type })
    .from(liveEvents)
    .where(and(eq(liveEvents.userId, actor.id), gt(liveEvents.id, lastId)))
    .orderBy(asc(liveEvents.id))
    .limit(liveEventsPerPage);
  return {
    lastId: rows.at(-1)?.id ?? lastId,
    missed,
    events: rows.map(({ id, type }) => ({ _id: id, type })),
  };
}
