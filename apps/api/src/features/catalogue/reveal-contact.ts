import { and, eq, exists, isNotNull, ne, or, sql } from 'drizzle-orm';
import { orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { isVisibleTo } from './product-filters.ts';

/**
 * Reveals the seller's number of one product.
 *
 * @throws Problem `product.not-found`, `product.sold`
 */
export async function revealContact(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<{ number: string }> {
  const paidByActor = db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        eq(orders.productId, products.id),
        eq(orders.buyerId, actor.id),
        isNotNull(orders.paidPaymentId),
        ne(orders.state, 'refunded'),
      ),
    );
  const [product] = await db
    .select({
      number: products.sellerPhone,
      sellerId: products.sellerId,
      isPaid: products.isPaid,
      isBoughtByActor: sql<boolean>`${exists(paidByActor)}`,
    })
    .from(products)
    .where(and(eq(products.id, id), or(isVisibleTo(actor), exists(paidByActor))));
  if (!product) throw new Problem('product.not-found');
  if (!mayKnowContact(actor, product)) throw new Problem('product.sold');
  return { number: product.number };
}

/**
 * Who may know the seller's number: everybody signed in while the product is on the market, afterwards
 * its seller and its buyer. The endpoint requires a verified e-mail address.
 */
function mayKnowContact(
  actor: User,
  product: { sellerId: string; isPaid: boolean; isBoughtByActor: boolean },
): boolean {
  return !product.isPaid || product.isBoughtByActor || product.sellerId === actor.id;
}
