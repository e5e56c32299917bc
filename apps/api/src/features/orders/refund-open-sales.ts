import { and, asc, eq } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { transitionOrder } from './transitions.ts';

/**
 * Refunds the paid orders of a seller whose phones have not been handed over, because the seller was
 * removed. Those under way go on to their end. One with an open chargeback waits for its deadline.
 *
 * @param sale.actorId the admin who removed the seller.
 */
export async function refundOpenSales(
  tx: Transaction,
  settings: Pick<Settings, 'trade'>,
  { sellerId, actorId }: { sellerId: string; actorId: string },
): Promise<void> {
  const open = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), eq(orders.state, 'paid')))
    .orderBy(asc(orders.id))
    .for('update');
  for (const { id } of open) {
    const details = { reason: 'seller-removed' };
    await transitionOrder(tx, id, 'cancelSale', { settings, actorId, details });
  }
}
