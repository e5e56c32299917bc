import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';

/**
 * Deletes the favourites of removed users, and those of phones that were removed.
 *
 * @returns the number of deleted rows.
 */
export async function purgeFavourites(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from favourites where user_id in (select id from users where removed_at is not null)
      or product_id in (select id from products where removed_at is not null)`);
  return rowCount ?? 0;
}
