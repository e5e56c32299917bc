import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

/** SQL condition: the seller's own product, on the market, with no live order on it. */
export const ownAvailableProduct = (actor: User, productId: string) =>
  and(
    eq(products.id, productId),
    eq(products.sellerId, actor.id),
    eq(products.status, 'Available'),
    isNull(products.removedAt),
  );

/**
 * Says why a seller's change of a product found no row.
 *
 * @returns the product as it stands, where it is the seller's and free after all.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function explainRefusal(db: Executor, actor: User, productId: string) {
  const [product] = await db
    .select({
      sellerId: products.sellerId,
      status: products.status,
      advertised: products.advertised,
    })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) throw new Problem('product.not-found');
  if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
  if (product.status === 'Sold') throw new Problem('product.has-active-order');
  return product;
}
