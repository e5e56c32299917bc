import { type NewPayment, normalizeEmail, toCents } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { findOrder, syncPayment } from '../orders/index.ts';

/**
 * Records that the buyer's own order was paid. Believed only after asking the provider: the intent
 * has succeeded, is this order's, and for this amount. Said twice, it answers the same twice.
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
  const { db, cardPayments: cards } = deps;
  const order = await findOrder(db, input.orderId);
  if (order?.buyerId !== actor.id) throw new Problem('order.not-found');
  if (toCents(input.price) !== order.priceCents) throw new Problem('price.mismatch');
  if (normalizeEmail(input.email) !== normalizeEmail(actor.email))
    throw new Problem('payment.mismatch');
  const intent = await cards.retrieveIntent(input.transactionId);
  const fits = intent?.orderId === order.id && intent.amountCents === order.priceCents;
  if (!intent || !fits) throw new Problem('payment.mismatch');
  if (intent.status !== 'succeeded') throw new Problem('payment.not-succeeded');
  const settlement = await syncPayment(deps, intent);
  if (settlement === 'refunding') {
    throw new Problem(
      'order.closed',
      'This order was closed before the payment arrived: your money is being given back',
    );
  }
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, cards.provider), eq(payments.intentId, intent.id)));
  if (settlement !== 'paid' || !payment) throw new Problem('payment.mismatch');
  return payment.id;
}
