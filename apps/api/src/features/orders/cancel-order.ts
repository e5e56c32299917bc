import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { closeOrder } from './close-order.ts';
import { findOrder } from './queries.ts';

/**
 * Cancels the buyer's own unpaid order. Repeating the call changes nothing.
 *
 * @returns the number of orders closed: 1, or 0 if it was already closed.
 * @throws Problem `order.not-found`, `order.already-paid`, `payment.processing`
 * @throws CardPaymentsUnavailable
 */
export async function cancelOrder(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  actor: User,
  input: { orderId: string; productId: string },
): Promise<number> {
  const order = await findOrder(deps.db, input.orderId);
  if (order?.buyerId !== actor.id || order.productId !== input.productId) {
    throw new Problem('order.not-found');
  }
  return (await closeOrder(deps, actor, { orderId: order.id, transition: 'cancel' })) ? 1 : 0;
}
