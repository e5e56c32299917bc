import { maxSimilarProducts, type Product } from '@redial/contract';
import { and, asc, desc, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { models, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireVisibleProduct } from '../../platform/visible-product.ts';
import { isListed } from './product-filters.ts';
import { productColumns, toProduct } from './product-presenter.ts';
import { nearScopes, productScopes } from './scopes.ts';

/** Similarity of the names up to the comma: model and storage, without the colour. */
const nameSimilarity = (name: string) =>
  sql<number>`similarity(split_part(${products.name}, ',', 1), split_part(${name}, ',', 1))`;

/** Candidates on either side of the price. The cost does not depend on the size of the catalogue. */
const candidatesPerSide = 40;

/**
 * Finds available products of the same brand: of those nearest in price, the most similar by name and
 * price.
 *
 * @returns the products, and what they depend on.
 * @throws Problem `product.not-found`
 */
export async function getSimilarProducts(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { id }: { id: string },
): Promise<{ products: Product[]; scopes: string[] }> {
  const product = await requireVisibleProduct(db, actor, id);
  const isCandidate = and(
    isListed,
    eq(products.category, product.category),
    eq(products.status, 'Available'),
    ne(products.id, id),
  );
  const cents = products.resalePriceCents;
  const side = (bound: SQL, ...order: SQL[]) =>
    db
      .select({ id: products.id, cents, similarity: nameSimilarity(product.name) })
      .from(products)
      .where(and(isCandidate, bound))
      .orderBy(...order)
      .limit(candidatesPerSide);
  const [above, below] = await Promise.all([
    side(gte(cents, product.resalePriceCents), asc(cents), asc(products.id)),
    side(lt(cents, product.resalePriceCents), desc(cents), desc(products.id)),
  ]);
  // The next candidate would come after the last one; a price can have other candidates, too.
  const bound = (rows: typeof above) => rows[candidatesPerSide - 1]?.cents;

  const distance = (row: { cents: number }) =>
    Math.abs(row.cents - product.resalePriceCents) / product.resalePriceCents;
  const ids = [...above, ...below]
    .sort((a, b) => b.similarity - distance(b) - (a.similarity - distance(a)))
    .slice(0, maxSimilarProducts)
    .map((row) => row.id);
  const similar = await readInOrder(db, ids);
  return {
    products: similar.map((row) => toProduct(row, settings)),
    scopes: [
      `product:${id}`,
      ...nearScopes(product.category, [bound(below), bound(above)]),
      ...productScopes(similar),
    ],
  };
}

/** The products in the order of their ids. */
async function readInOrder(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select(productColumns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(inArray(products.id, [...ids]));
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}
