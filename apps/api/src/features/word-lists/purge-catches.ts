import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { wordCatches } from '../../db/schema/index.ts';

/**
 * Deletes what the word lists have found.
 *
 * @returns the number of catches deleted.
 */
export async function purgeWordCatches(db: Executor, olderThanDays: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${wordCatches} where at < now() - make_interval(days => ${olderThanDays})`);
  return rowCount ?? 0;
}
