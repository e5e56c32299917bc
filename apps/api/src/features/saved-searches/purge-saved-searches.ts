import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/**
 * Deletes the saved searches of removed users, and what searches have found once the phones left the
 * market. As long as a phone is listed, its row prevents a second alert.
 *
 * @param days for which what was found is kept at least.
 * @returns the number of deleted rows.
 */
export async function purgeSavedSearches(db: Database, days: number): Promise<number> {
  const ofRemoved = await db.execute(sql`
    delete from saved_searches using users
    where users.id = user_id and users.removed_at is not null`);
  const old = await db.execute(sql`
    delete from saved_search_matches using products
    where products.id = product_id and not products.listed
      and found_at < now() - make_interval(days => ${days})`);
  return (ofRemoved.rowCount ?? 0) + (old.rowCount ?? 0);
}
