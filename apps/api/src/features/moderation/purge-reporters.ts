import { and, isNotNull, like, lt, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { reports } from '../../db/schema/index.ts';

/**
 * Deletes the keyed hashes of IP addresses from closed reports.
 *
 * @returns the number of reports changed.
 */
export async function purgeReporters(db: Executor, olderThanDays: number): Promise<number> {
  const changed = await db
    .update(reports)
    .set({ reporter: 'forgotten' })
    .where(
      and(
        ne(reports.state, 'open'),
        like(reports.reporter, 'address:%'),
        isNotNull(reports.closedAt),
        lt(reports.closedAt, sql`now() - make_interval(days => ${olderThanDays})`),
      ),
    )
    .returning({ id: reports.id });
  return changed.length;
}
