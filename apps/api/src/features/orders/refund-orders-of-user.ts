import { and, asc, eq, or } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { transitionOrder } from './transitions.ts';

/**
 * Refunds the paid orders of a user, as buyer or seller, whose phones have not been handed over,
 * because the user was removed. Those under way go on to their end. One with an open chargeback waits
 * for its deadline.
 *
 * @param input.actorId the admin who removed the user.
 */
export async function refundOrdersOfUser(
  tx: Transaction,
  settings: Pick<Settings, 'trade'>,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  const open = await tx
    .select({ id: orders.id, sellerId: orders.sellerId })
    .from(orders)
    .where(
      and(or(eq(orders.sellerId, userId), eq(orders.buyerId, userId)), eq(orders.state, 'paid')),
    )
    .orderBy(asc(orders.id))
    .for('update');
  for (const { id, sellerId } of open) {
    const details = { reason: sellerId === userId ? 'seller-removed' : 'buyer-removed' };
    await transitionOrder(tx, id, 'cancelSale', { settings, actorId, details });
  }
}
