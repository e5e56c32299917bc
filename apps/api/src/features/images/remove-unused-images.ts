import { and, asc, eq, notExists, type SQL, sql } from 'drizzle-orm';
import {
  images,
  listingDetails,
  listingPhotos,
  orderSnapshots,
  orders,
  products,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isRecentOrder, isShownProduct, keepsPhotos } from './kept-listings.ts';
import { deleteImage } from './store-image.ts';

/** Images selected at a time; each selection scans products and orders once. */
const batchSize = 5000;

/**
 * Deletes images older than a day that nothing shows any more: no profile, no listing, photo or close-up of one, no
 * report that waits for a decision, no order that is under way or ended lately. Runs until all are deleted; an image whose
 * deletion fails is left to the next run.
 *
 * @returns how many were deleted.
 */
export async function removeUnusedImages(
  deps: Pick<Deps, 'db' | 'imageStore' | 'log'>,
  { limit = batchSize, stopping }: { limit?: number; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  let deleted = 0;
  let after: string | undefined;
  for (;;) {
    const unused = await selectUnused(deps, after, limit);
    for (const { id, width } of unused) {
      if (stopping?.aborted) return deleted;
      try {
        await deleteImage(deps, id, width);
        deleted++;
      } catch (error) {
        deps.log.error({ err: error, imageId: id }, 'an unused image was not deleted');
      }
    }
    if (unused.length < limit) return deleted;
    after = unused.at(-1)?.id;
  }
}

function selectUnused({ db }: Pick<Deps, 'db'>, after: string | undefined, limit: number) {
  // Matches the id inside `/images/<id>-<width>.jpg`, so that each table is scanned once.
  const shownBy = (table: typeof products | typeof orders, condition: SQL) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(and(sql`substr(${table.imageUrl}, 9, 36) = ${images.id}::text`, condition));
  const photo = db
    .select({ one: sql`1` })
    .from(listingPhotos)
    .innerJoin(products, eq(products.id, listingPhotos.productId))
    .where(and(sql`substr(${listingPhotos.imageUrl}, 9, 36) = ${images.id}::text`, keepsPhotos));
  const closeUp = db
    .select({ one: sql`1` })
    .from(listingDetails)
    .innerJoin(products, eq(products.id, listingDetails.productId))
    .innerJoin(sql`jsonb_array_elements(${listingDetails.defects}) as defect`, sql`true`)
    .where(and(sql`substr(defect ->> 'photo', 9, 36) = ${images.id}::text`, keepsPhotos));
  const profilePhoto = db
    .select({ one: sql`1` })
    .from(users)
    .where(sql`substr(${users.photoUrl}, 9, 36) = ${images.id}::text`);
  // A listing can change after a refund; what was ordered is evidence as long as the order.
  const ordered = db
    .select({ one: sql`1` })
    .from(orderSnapshots)
    .innerJoin(orders, eq(orders.id, orderSnapshots.orderId))
    .innerJoin(
      sql`lateral (
        select jsonb_path_query(${orderSnapshots.listing}, '$.photos[*].img') #>> '{}' as url
        union all
        select jsonb_path_query(${orderSnapshots.listing}, '$.defects[*].photo') #>> '{}'
      ) as shown`,
      sql`true`,
    )
    .where(and(sql`substr(shown.url, 9, 36) = ${images.id}::text`, isRecentOrder));
  return db
    .select({ id: images.id, width: images.width })
    .from(images)
    .where(
      and(
        sql`${images.createdAt} < now() - interval '24 hours'`,
        after === undefined ? undefined : sql`${images.id} > ${after}`,
        notExists(shownBy(products, isShownProduct)),
        notExists(shownBy(orders, isRecentOrder)),
        notExists(photo),
        notExists(closeUp),
        notExists(ordered),
        notExists(profilePhoto),
      ),
    )
    .orderBy(asc(images.id))
    .limit(limit);
}
