import { maxSimilarProducts, type Product } from '@redial/contract';
import { and, asc, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { products } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';
import { requireVisibleProduct } from '../../platform/visible-product.ts';
import { type ListedProductDeps, recallListedProducts } from './listed-products.ts';
import { isListed } from './product-filters.ts';
import { nearScopes, productScopes } from './scopes.ts';

/** Candidates on either side of the price. The cost does not depend on the size of the catalogue. */
const candidatesPerSide = 40;

const cents = products.resalePriceCents;

/** Similarity of the names up to the comma: model and storage, without the colour. */
const similarity = sql<number>`similarity(split_part(${products.name}, ',', 1),
  split_part(${sql.placeholder('name')}, ',', 1))`;

const selectCandidates = (db: Executor, bound: SQL, ...order: SQL[]) =>
  db
    .select({ id: products.id, cents, similarity })
    .from(products)
    .where(
      and(
        isListed,
        eq(products.category, sql.placeholder('category')),
        eq(products.status, 'Available'),
        ne(products.id, sql.placeholder('id')),
        bound,
      ),
    )
    .orderBy(...order)
    .limit(candidatesPerSide);

const candidatesAbove = prepareOnce((db) =>
  selectCandidates(db, gte(cents, sql.placeholder('price')), asc(cents), asc(products.id)),
);
const candidatesBelow = prepareOnce((db) =>
  selectCandidates(db, lt(cents, sql.placeholder('price')), desc(cents), desc(products.id)),
);

/**
 * Finds available products of the same brand: of those nearest in price, the most similar by name and
 * price.
 *
 * @returns the products, and what they depend on.
 * @throws Problem `product.not-found`
 */
export async function getSimilarProducts(
  deps: ListedProductDeps,
  actor: User | undefined,
  { id, revision }: { id: string; revision: number | undefined },
): Promise<{ products: Product[]; scopes: string[] }> {
  const { db } = deps;
  const product = await requireVisibleProduct(db, actor, id);
  const { name, category, resalePriceCents: price } = product;
  const [above, below] = await Promise.all([
    candidatesAbove(db).execute({ id, name, category, price }),
    candidatesBelow(db).execute({ id, name, category, price }),
  ]);
  // The next candidate would come after the last one; a price can have other candidates, too.
  const bound = (rows: typeof above) => rows[candidatesPerSide - 1]?.cents;

  const distance = (row: { cents: number }) => Math.abs(row.cents - price) / price;
  const ids = [...above, ...below]
    .sort((a, b) => b.similarity - distance(b) - (a.similarity - distance(a)))
    .slice(0, maxSimilarProducts)
    .map((row) => row.id);
  const similar = await recallListedProducts(deps, ids, revision);
  return {
    products: similar.map(({ product: each }) => each),
    scopes: [
      `product:${id}`,
      ...nearScopes(category, [bound(below), bound(above)]),
      ...productScopes(similar),
    ],
  };
}
