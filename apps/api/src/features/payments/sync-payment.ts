import { currency } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { isFulfillable, lockOrder, transitionOrder } from '../orders/index.ts';
import { transitionPayment } from './transitions.ts';

/**
 * The state of a payment after synchronization: it paid the order; it is being refunded, because the
 * order was closed, paid otherwise, or can no longer be fulfilled; it was canceled; or it is still
 * open. `unknown`: no payment belongs to the intent.
 */
export type PaymentOutcome = 'paid' | 'refunding' | 'canceled' | 'open' | 'unknown';

/**
 * Updates a payment and its order from the provider's intent. The browser, the webhook and the
 * reconciliation job call this in any order and any number of times. Locks the order first, then the
 * payment.
 *
 * @param intent as just returned by the provider, never as described by a client or a webhook.
 */
export async function syncPayment(
  { db, cardPayments, jobs, settings }: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  intent: PaymentIntent,
): Promise<PaymentOutcome> {
  const outcome = await inTransaction(db, async (tx): Promise<PaymentOutcome> => {
    const order = await lockOrder(tx, intent.orderId);
    const payment = order && (await lockPayment(tx, cardPayments.provider, intent));
    if (!payment) return 'unknown';
    if (payment.state === 'succeeded') return 'paid';
    if (payment.state === 'refund_due' || payment.state === 'refunded') return 'refunding';
    if (intent.status === 'canceled') {
      await transitionPayment(tx, payment.id, 'cancel');
      return 'canceled';
    }
    if (intent.status !== 'succeeded') return payment.state;
    const isPayable =
      order.state === 'unpaid' &&
      intent.amountCents === payment.amountCents &&
      intent.currency === currency &&
      (await isFulfillable(tx, order));
    if (isPayable && (await transitionPayment(tx, payment.id, 'succeed'))) {
      await transitionOrder(tx, order.id, 'pay', { settings, paymentId: payment.id });
      return 'paid';
    }
    await transitionPayment(tx, payment.id, 'oweRefund', intent.amountCents);
    return 'refunding';
  });
  if (outcome === 'refunding' || outcome === 'paid') jobs.trigger('dispatch-outbox');
  return outcome;
}

/**
 * Locks the payment of an intent. If a crash prevented the intent's id from being stored, this is the
 * order's open payment without an intent id.
 */
async function lockPayment(tx: Transaction, provider: string, intent: PaymentIntent) {
  const [known] = await tx
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.intentId, intent.id),
        eq(payments.orderId, intent.orderId),
      ),
    )
    .for('update');
  if (known) return known;
  const [adopted] = await tx
    .update(payments)
    .set({ intentId: intent.id, changedAt: sql`now()` })
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.orderId, intent.orderId),
        eq(payments.state, 'open'),
        isNull(payments.intentId),
      ),
    )
    .returning();
  return adopted;
}
