import { inArray, sql } from 'drizzle-orm';
import { disputePhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { photoFileName } from './photos.ts';

/** Days after the end of an order for which the photos of its dispute are stored, as evidence. */
const photoDays = 180;
/** Days after the end of an order for which the address of a return and the hashes are stored. */
const returnDays = 30;
/** Photos deleted in one run. */
const batchSize = 200;

/**
 * Deletes what disputes no longer need: photos that were never sent after a day, those of orders that
 * ended long ago, and of returns the addresses and the hashes of IMEIs. A photo's file goes before its row, so that after a crash the
 * row still names the file.
 *
 * @returns the number of rows deleted or changed.
 */
export async function purgeDisputeData({
  db,
  imageStore,
}: Pick<Deps, 'db' | 'imageStore'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update returns r set address = null, imei_hash = null, mismatched_hashes = '{}' from orders o
    where o.id = r.order_id and o.state in ('completed', 'refunded')
      and (r.address is not null or r.imei_hash is not null or r.mismatched_hashes <> '{}')
      and o.changed_at < now() - make_interval(days => ${returnDays})`);
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from dispute_photos p join orders o on o.id = p.order_id
    where p.dispute_id is null and p.at < now() - interval '1 day'
      or o.state in ('completed', 'refunded')
        and o.changed_at < now() - make_interval(days => ${photoDays})
    order by p.at limit ${batchSize}`);
  for (const { id } of rows) await imageStore.delete(photoFileName(id));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.delete(disputePhotos).where(inArray(disputePhotos.id, ids));
  return ids.length + (rowCount ?? 0);
}
