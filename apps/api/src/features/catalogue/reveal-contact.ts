import { and, eq, exists, isNotNull, ne, or, sql } from 'drizzle-orm';
import { orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { isVisibleTo } from './product-filters.ts';

/**
 * Reveals the seller's number of one product to the buyer who has paid for it, and to its seller. Until
 * then, the two write messages (`features/chat`), which hide contact data by the same rule.
 *
 * @throws Problem `product.not-found`, `contact.not-paid`
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
      isBoughtByActor: sql<boolean>`${exists(paidByActor)}`,
    })
    .from(products)
    .where(and(eq(products.id, id), or(isVisibleTo(actor), exists(paidByActor))));
  if (!product) throw new Problem('product.not-found');
  if (!product.isBoughtByActor && product.sellerId !== actor.id) {
    throw new Problem('contact.not-paid');
  }
  return { number: product.number };
}
