import { and, isNotNull, like, lt, ne, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { reports } from '../../db/schema/index.ts';

/**
 * Deletes the keyed hashes of IP addresses, and what reporters wrote, from closed reports.
 *
 * @returns the number of reports changed.
 */
export async function purgeReporters(db: Executor, olderThanDays: number): Promise<number> {
  const isAnonymous = like(reports.reporter, 'address:%');
  const changed = await db
    .update(reports)
    .set({
      reporter: sql`case when ${isAnonymous} then 'forgotten' else ${reports.reporter} end`,
      text: null,
    })
    .where(
      and(
        ne(reports.state, 'open'),
        or(isAnonymous, isNotNull(reports.text)),
        isNotNull(reports.closedAt),
        lt(reports.closedAt, sql`now() - make_interval(days => ${olderThanDays})`),
      ),
    )
    .returning({ id: reports.id });
  return changed.length;
}
