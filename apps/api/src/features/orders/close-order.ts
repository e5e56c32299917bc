import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { SystemActor, User } from '../../platform/users.ts';
import { cancelOpenIntent, transitionPayment } from '../payments/index.ts';
import { findOrder } from './queries.ts';
import { type CloseEvent, isPaidState } from './state-machine.ts';
import { transitionOrder } from './transitions.ts';

/**
 * Closes an unpaid order and makes its product available again. An open payment intent is canceled at
 * the card provider first, outside the transaction. If the buyer has paid it in the meantime, the
 * order is marked as paid instead.
 *
 * @returns whether the order was closed now; `false` if it was already closed.
 * @throws Problem `order.already-paid`, `payment.processing`
 * @throws CardPaymentsUnavailable
 */
export async function closeOrder(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  actor: User | SystemActor,
  input: { orderId: string; transition: CloseEvent },
): Promise<boolean> {
  const { db, jobs, settings } = deps;
  const { orderId, transition } = input;
  const paymentId = await cancelOpenIntent(deps, orderId);
  const closed = await inTransaction(db, async (tx) => {
    if (
      !(await transitionOrder(tx, orderId, transition, {
        settings,
        actorId: typeof actor === 'string' ? undefined : actor.id,
      }))
    ) {
      const order = await findOrder(tx, orderId);
      if (order && isPaidState(order.state)) throw new Problem('order.already-paid');
      return false;
    }
    if (paymentId) await transitionPayment(tx, paymentId, 'cancel');
    return true;
  });
  if (closed) jobs.trigger('dispatch-outbox');
  return closed;
}
