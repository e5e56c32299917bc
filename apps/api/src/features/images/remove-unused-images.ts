import { and, asc, notExists, sql } from 'drizzle-orm';
import { images, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { deleteImage } from './store-image.ts';

/** Pictures removed in one run. */
const batchSize = 500;

/**
 * Deletes pictures that were uploaded a day ago or earlier and that no product or order shows: an
 * upload whose form was never sent, or one that a crash left half-way.
 *
 * @returns how many were deleted.
 */
export async function removeUnusedImages(deps: Pick<Deps, 'db' | 'imageStore'>): Promise<number> {
  const { db } = deps;
  const old = sql`${images.createdAt} < now() - interval '24 hours'`;
  // The id inside `/images/<id>-<width>.jpg`, so that one pass over each table finds all of them.
  const shownIn = (table: typeof products | typeof orders) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(sql`substr(${table.imageUrl}, 9, 36) = ${images.id}::text`);
  const unused = await db
    .select({ id: images.id, width: images.width })
    .from(images)
    .where(and(old, notExists(shownIn(products)), notExists(shownIn(orders))))
    .orderBy(asc(images.createdAt))
    .limit(batchSize);
  for (const { id, width } of unused) await deleteImage(deps, id, width);
  return unused.length;
}
