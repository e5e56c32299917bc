import { count, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { favourites } from '../../db/schema/index.ts';

/** How many users have each product among their favourites; products without any are left out. */
export async function countFavourites(
  db: Executor,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ productId: favourites.productId, n: count() })
    .from(favourites)
    .where(inArray(favourites.productId, [...productIds]))
    .groupBy(favourites.productId);
  return new Map(rows.map(({ productId, n }) => [productId, n]));
}
