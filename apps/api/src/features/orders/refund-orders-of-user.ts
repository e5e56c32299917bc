import { and, asc, eq, or } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { isDeadlineOpen } from './order-steps.ts';
import { transitionOrder } from './transitions.ts';

/**
 * Refunds the paid orders of a user, as buyer or seller, whose phones have not been handed over,
 * because the user was removed or suspended. Those under way go on to their end, also those of which one
 * handover code was entered: the phone may have changed hands, and a dispute follows. One with an open
 * chargeback waits for its deadline.
 *
 * @param input.actorId the admin who did so.
 * @param input.because for the history of the orders.
 */
export async function refundOrdersOfUser(
  tx: Transaction,
  settings: Pick<Settings, 'trade'>,
  {
    userId,
    actorId,
    because = 'removed',
  }: { userId: string; actorId: string; because?: 'removed' | 'suspended' },
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
    // Read after the lock: the code may have been entered meanwhile.
    if (await isDeadlineOpen(tx, id, 'second-code')) continue;
    const details = { reason: `${sellerId === userId ? 'seller' : 'buyer'}-${because}` };
    await transitionOrder(tx, id, 'cancelSale', { settings, actorId, details });
  }
}
