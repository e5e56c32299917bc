import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

/** SQL condition: the seller's own product, not soft-deleted, without an active order. */
export const ownAvailableProduct = (actor: User, productId: string) =>
  and(
    eq(products.id, productId),
    eq(products.sellerId, actor.id),
    eq(products.status, 'Available'),
    isNull(products.removedAt),
  );

/**
 * Finds out why a seller's update of a product matched no row.
 *
 * @returns the current product, if it is the seller's and available by now.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function explainRefusal(db: Executor, actor: User, productId: string) {
  const [product] = await db
    .select({
      sellerId: products.sellerId,
      status: products.status,
      advertised: products.advertised,
      imageUrl: products.imageUrl,
    })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) throw new Problem('product.not-found');
  if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
  if (product.status === 'Sold') throw new Problem('product.has-active-order');
  return product;
}

/**
 * Locks the seller's own available product until the transaction ends.
 *
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export async function lockOwnProduct(tx: Executor, actor: User, productId: string) {
  for (;;) {
    const [product] = await tx
      .select()
      .from(products)
      .where(ownAvailableProduct(actor, productId))
      .for('no key update');
    if (product) return product;
    // If an order on it was closed meanwhile, it is available now.
    await explainRefusal(tx, actor, productId);
  }
}
