import { and, asc, notExists, sql } from 'drizzle-orm';
import { images, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { deleteImage } from './store-image.ts';

/** Images deleted in one run. */
const batchSize = 500;

/**
 * Deletes images older than a day that no product or order refers to: the form was never submitted, or
 * a crash interrupted the upload.
 *
 * @returns how many were deleted.
 */
export async function removeUnusedImages(deps: Pick<Deps, 'db' | 'imageStore'>): Promise<number> {
  const { db } = deps;
  const old = sql`${images.createdAt} < now() - interval '24 hours'`;
  // Matches the id inside `/images/<id>-<width>.jpg`, so that each table is scanned once.
  const referredToBy = (table: typeof products | typeof orders) =>
    db
      .select({ one: sql`1` })
      .from(table)
      .where(sql`substr(${table.imageUrl}, 9, 36) = ${images.id}::text`);
  const unused = await db
    .select({ id: images.id, width: images.width })
    .from(images)
    .where(and(old, notExists(referredToBy(products)), notExists(referredToBy(orders))))
    .orderBy(asc(images.createdAt))
    .limit(batchSize);
  for (const { id, width } of unused) await deleteImage(deps, id, width);
  return unused.length;
}
