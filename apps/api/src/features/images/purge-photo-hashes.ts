import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { images, listingPhotos, photoHashes, products } from '../../db/schema/index.ts';

/**
 * Deletes the perceptual hashes of photos that were uploaded long ago and are no longer kept, and with
 * them of what they were copies.
 *
 * @returns the number of hashes deleted.
 */
export async function purgePhotoHashes(db: Executor, olderThanDays: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${photoHashes} h
    where h.created_at < now() - make_interval(days => ${olderThanDays})
      and not exists (select from ${images} i where i.id::text = substr(h.image_url, 9, 36))
      and not exists (
        select from ${products} p where p.image_url = h.image_url and p.removed_at is null)
      and not exists (
        select from ${listingPhotos} l join ${products} p on p.id = l.product_id
        where l.image_url = h.image_url and l.removed_at is null and p.removed_at is null)`);
  return rowCount ?? 0;
}
