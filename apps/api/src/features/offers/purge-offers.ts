import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';

/**
 * Empties phone number and meeting place of offers that are no longer open, since an order has its own,
 * and deletes offers that ended long ago, and blind ones and those to favourites that were made so long ago.
 *
 * @returns the number of changed and deleted rows.
 */
export async function purgeOffers(db: Executor, olderThanDays: number): Promise<number> {
  const emptied = await db.execute(sql`
    update offers set phone = '', location = '' where state <> 'open' and phone <> ''`);
  const deleted = await db.execute(sql`
    delete from offers where closed_at < now() - make_interval(days => ${olderThanDays})`);
  const blind = await db.execute(sql`
    delete from blind_offers where created_at < now() - make_interval(days => ${olderThanDays})`);
  // After its offers: without it, the seller would see them, and who favourites the phone.
  const sent = await db.execute(sql`
    delete from favourite_offers f where created_at < now() - make_interval(days => ${olderThanDays})
      and not exists (select from offers where favourite_offer_id = f.id)`);
  return (
    (sent.rowCount ?? 0) + (blind.rowCount ?? 0) + (emptied.rowCount ?? 0) + (deleted.rowCount ?? 0)
  );
}
