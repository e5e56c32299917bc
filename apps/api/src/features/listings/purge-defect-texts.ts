import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { listingDetails, products } from '../../db/schema/index.ts';
import { keepsPhotos } from '../images/index.ts';

/**
 * Deletes what sellers wrote about defects, and the names of their close-ups, once the listing no longer
 * keeps its photos. The defects stay: the grade follows from them.
 *
 * @returns the number of listings changed.
 */
export async function purgeDefectTexts(db: Executor): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${listingDetails} set defects = (
      select jsonb_agg(defect - 'note' - 'photo' order by position)
      from jsonb_array_elements(defects) with ordinality each(defect, position))
    where jsonb_path_exists(defects, '$[*] ? (exists(@.note) || exists(@.photo))')
      and not exists (
        select from ${products} where ${products.id} = ${listingDetails.productId} and ${keepsPhotos})`);
  return rowCount ?? 0;
}
