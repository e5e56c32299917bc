import { maxSimilarProducts, type Product } from '@redial/contract';
import { and, asc, desc, eq, gte, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { productColumns, toProduct } from './product-presenter.ts';

/** Names begin with model and storage; the colour stands behind a comma and does not count. */
const nameSimilarity = (name: string) =>
  sql<number>`similarity(split_part(${products.name}, ',', 1), split_part(${name}, ',', 1))`;

/** Phones read on either side of the price: the work stays the same however large the market is. */
const reach = 40;

/**
 * Phones of the same brand that can be ordered now: of those nearest in price, the ones whose names
 * are most alike.
 *
 * @throws Problem `product.not-found`
 */
export async function getSimilarProducts(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  viewer: User | undefined,
  id: string,
): Promise<Product[]> {
  const [one] = await db
    .select({
      name: products.name,
      category: products.category,
      cents: products.resalePriceCents,
    })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  if (!one) throw new Problem('product.not-found');

  const offered = and(
    isNull(products.removedAt),
    not(products.isPaid),
    eq(products.category, one.category),
    eq(products.status, 'Available'),
    ne(products.id, id),
  );
  const side = (bound: SQL, ...order: SQL[]) =>
    db
      .select({ ...productColumns, likeness: nameSimilarity(one.name) })
      .from(products)
      .innerJoin(users, eq(users.id, products.sellerId))
      .where(and(offered, bound))
      .orderBy(...order)
      .limit(reach);
  const cents = products.resalePriceCents;
  const sides = await Promise.all([
    side(gte(cents, one.cents), asc(cents), asc(products.id)),
    side(lt(cents, one.cents), desc(cents), desc(products.id)),
  ]);

  const distance = (row: { resalePriceCents: number }) =>
    Math.abs(row.resalePriceCents - one.cents) / one.cents;
  return sides
    .flat()
    .sort((a, b) => b.likeness - distance(b) - (a.likeness - distance(a)))
    .slice(0, maxSimilarProducts)
    .map((row) => toProduct(row, viewer, settings));
}
