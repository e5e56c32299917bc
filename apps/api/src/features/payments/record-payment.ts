import { type NewPayment, toCents } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { isOwnEmail } from '../accounts/index.ts';
import { findOrder } from '../orders/index.ts';
import { syncPayment } from './sync-payment.ts';

/**
 * Records that the buyer's own order was paid, after verifying at the provider that the intent has
 * succeeded and belongs to this order and amount. Repeating the call returns the same result.
 *
 * @returns the payment's id.
 * @throws Problem `order.not-found`, `order.closed`, `price.mismatch`, `payment.mismatch`,
 *   `payment.not-succeeded`
 * @throws CardPaymentsUnavailable
 */
export async function recordPayment(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  actor: User,
  input: NewPayment,
): Promise<string> {
  const { db, cardPayments } = deps;
  const order = await findOrder(db, input.orderId);
  if (order?.buyerId !== actor.id) throw new Problem('order.not-found');
  if (toCents(input.price) !== order.priceCents) throw new Problem('price.mismatch');
  if (!isOwnEmail(actor, input.email)) throw new Problem('payment.mismatch');
  const intent = await cardPayments.retrieveIntent(input.transactionId);
  const matches = intent?.orderId === order.id && intent.amountCents === order.priceCents;
  if (!intent || !matches) throw new Problem('payment.mismatch');
  if (intent.status !== 'succeeded') throw new Problem('payment.not-succeeded');
  const outcome = await syncPayment(deps, intent);
  if (outcome === 'refunding') {
    throw new Problem(
      'order.closed',
      'This order was closed before the payment arrived: your money is being given back',
    );
  }
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, cardPayments.provider), eq(payments.intentId, intent.id)));
  if (outcome !== 'paid' || !payment) throw new Problem('payment.mismatch');
  return payment.id;
}
