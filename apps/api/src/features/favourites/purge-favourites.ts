import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/**
 * Deletes the favourites and availability alerts of removed users, and those of phones that were removed.
 *
 * @returns the number of deleted rows.
 */
export async function purgeFavourites(db: Database): Promise<number> {
  const isGone = sql`user_id in (select id from users where removed_at is not null)
    or product_id in (select id from products where removed_at is not null)`;
  const ofFavourites = await db.execute(sql`delete from favourites where ${isGone}`);
  const ofAlerts = await db.execute(sql`delete from availability_alerts where ${isGone}`);
  return (ofFavourites.rowCount ?? 0) + (ofAlerts.rowCount ?? 0);
}
