import { and, eq, isNull, sql } from 'drizzle-orm';
import { orderEvents, orders, payments, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { orderTransitions } from './state-machine.ts';

/**
 * The state of a payment after synchronization: it paid the order; it is being refunded, because the
 * order was closed or paid otherwise in the meantime; it was canceled; or it is still open. `unknown`:
 * no payment belongs to the intent.
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
  { db, cardPayments, jobs }: Pick<Deps, 'db' | 'cardPayments' | 'jobs'>,
  intent: PaymentIntent,
): Promise<PaymentOutcome> {
  const { provider } = cardPayments;
  const outcome = await inTransaction(db, async (tx): Promise<PaymentOutcome> => {
    const order = await lockOrder(tx, intent.orderId);
    if (!order) return 'unknown';
    const payment = await lockPayment(tx, provider, intent);
    if (!payment) return 'unknown';
    if (payment.state === 'succeeded') return 'paid';
    if (payment.state === 'refund_due' || payment.state === 'refunded') return 'refunding';
    if (intent.status === 'canceled') {
      await setPayment(tx, payment.id, 'canceled');
      return 'canceled';
    }
    if (intent.status !== 'succeeded') return payment.state === 'open' ? 'open' : 'canceled';
    const { from, to, event: type } = orderTransitions.pay;
    const matches = intent.amountCents === payment.amountCents && intent.currency === 'usd';
    const event = { orderId: order.id, paymentId: payment.id, amountCents: intent.amountCents };
    if (order.state !== from || payment.state !== 'open' || !matches) {
      await setPayment(tx, payment.id, 'refund_due');
      await tx.insert(orderEvents).values({ ...event, kind: 'payment.refund-due' });
      await emit(tx, {
        type: 'payment.refund-due',
        paymentId: payment.id,
        orderId: order.id,
      });
      return 'refunding';
    }
    await setPayment(tx, payment.id, 'succeeded');
    await tx
      .update(orders)
      .set({ state: to, paidPaymentId: payment.id })
      .where(and(eq(orders.id, order.id), eq(orders.state, from)));
    await tx
      .update(products)
      .set({ isPaid: true, advertised: false })
      .where(eq(products.id, order.productId));
    await tx.insert(orderEvents).values({ ...event, kind: type });
    await emit(tx, { type, orderId: order.id });
    return 'paid';
  });
  if (outcome === 'refunding' || outcome === 'paid') jobs.trigger('dispatch-outbox');
  return outcome;
}

async function lockOrder(tx: Transaction, id: string) {
  const [order] = await tx
    .select({ id: orders.id, state: orders.state, productId: orders.productId })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update');
  return order;
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

async function setPayment(
  tx: Transaction,
  id: string,
  state: 'succeeded' | 'canceled' | 'refund_due',
): Promise<void> {
  await tx.update(payments).set({ state, changedAt: sql`now()` }).where(eq(payments.id, id));
}
