import { and, eq, isNull, sql } from 'drizzle-orm';
import { orderEvents, orders, payments, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { enqueue } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { PaymentIntent } from '../../ports/card-payments.ts';
import { mailOrder } from '../mail/index.ts';
import { orderTransitions } from './state-machine.ts';

/**
 * How a payment stands after settling: it paid the order, its money goes back (the order was closed,
 * or paid otherwise, meanwhile), it came to nothing, or it is still open. `unknown`: the intent is of
 * no payment of ours.
 */
export type PaymentOutcome = 'paid' | 'refunding' | 'canceled' | 'open' | 'unknown';

/**
 * Records what the card provider says of an intent. The browser, the webhook and the reconciling job
 * all come here, in any order and any number of times. Locks the order first, then the payment.
 *
 * @param intent as the provider has just answered it, never as somebody else told it.
 */
export async function syncPayment(
  {
    db,
    cardPayments: cards,
    jobs,
    settings,
  }: Pick<Deps, 'db' | 'cardPayments' | 'jobs' | 'settings'>,
  intent: PaymentIntent,
): Promise<PaymentOutcome> {
  const { provider } = cards;
  const settlement = await inTransaction(db, async (tx): Promise<PaymentOutcome> => {
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
    const { from, to, ledger } = orderTransitions.pay;
    const matches = intent.amountCents === payment.amountCents && intent.currency === 'usd';
    const event = { orderId: order.id, paymentId: payment.id, amountCents: intent.amountCents };
    if (order.state !== from || payment.state !== 'open' || !matches) {
      await setPayment(tx, payment.id, 'refund_due');
      await tx.insert(orderEvents).values({ ...event, kind: 'payment.refund-due' });
      await enqueue(tx, {
        kind: 'payment.refund',
        dedupe: `payment.refund:${payment.id}`,
        payload: { paymentId: payment.id },
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
    await tx.insert(orderEvents).values({ ...event, kind: ledger });
    await mailOrder(tx, settings, 'paid', order.id);
    return 'paid';
  });
  if (settlement === 'refunding' || settlement === 'paid') jobs.trigger('dispatch-outbox');
  return settlement;
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
 * The payment of an intent. Where a crash kept the intent's id from being stored, it is the order's
 * open payment that has none yet.
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
