import { compareSelfTests, type OrderSelfTests } from '@redial/contract';
import { and, desc, eq, lte } from 'drizzle-orm';
import { orders, selfTests } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { testableStates, toReport } from './queries.ts';

/**
 * Returns the self-test that the seller made before an order beside that of its buyer, to both and to
 * admins.
 *
 * @throws Problem `order.not-found`
 */
export async function getOrderSelfTests(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<OrderSelfTests> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  const viewer =
    actor.id === order?.buyerId
      ? 'buyer'
      : actor.id === order?.sellerId
        ? 'seller'
        : actor.role === 'admin'
          ? 'admin'
          : undefined;
  if (!order || !viewer) throw new Problem('order.not-found');
  const latest = async (where: Parameters<typeof and>) => {
    const [row] = await db
      .select()
      .from(selfTests)
      .where(and(...where))
      .orderBy(desc(selfTests.at))
      .limit(1);
    return row ? toReport(row) : null;
  };
  const seller = await latest([
    eq(selfTests.productId, order.productId),
    eq(selfTests.party, 'seller'),
    eq(selfTests.productName, order.productName),
    lte(selfTests.at, order.placedAt),
  ]);
  const buyer = await latest([eq(selfTests.orderId, id)]);
  return {
    orderId: id,
    productId: order.productId,
    productName: order.productName,
    viewer,
    seller,
    buyer,
    differences: seller && buyer ? compareSelfTests(seller.results, buyer.results) : [],
    testable: testableStates.includes(order.state),
  };
}
