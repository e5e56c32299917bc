import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { liveEvents } from '../../db/schema/index.ts';

/**
 * Deletes old events; readers who have missed some of them reload everything.
 *
 * @param days age from which an event is deleted.
 * @returns the number of deleted rows.
 */
export async function purgeLiveEvents(db: Database, days: number): Promise<number> {
  const old = lt(liveEvents.at, sql`now() - make_interval(days => ${days})`);
  const { rowCount } = await db.delete(liveEvents).where(old);
  return rowCount ?? 0;
}
