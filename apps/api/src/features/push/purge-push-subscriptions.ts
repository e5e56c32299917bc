import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { pushSubscriptions } from '../../db/schema/index.ts';

/**
 * Deletes subscriptions to which nothing was sent for long. Those of removed users are deleted with the user.
 *
 * @returns the number of deleted rows.
 */
export async function purgePushSubscriptions(db: Database, days: number): Promise<number> {
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(lt(pushSubscriptions.usedAt, sql`now() - make_interval(days => ${days})`));
  return rowCount ?? 0;
}
