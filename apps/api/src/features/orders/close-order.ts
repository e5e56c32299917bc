import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, orders, payments, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { type CloseEvent, orderTransitions } from './state-machine.ts';
import { syncPayment } from './sync-payment.ts';

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
  deps: Pick<Deps, 'db' | 'cardPayments' | 'jobs'>,
  orderId: string,
  closing: CloseEvent,
): Promise<boolean> {
  const { db, cardPayments, jobs } = deps;
  const [open] = await db
    .select({ id: payments.id, intentId: payments.intentId, provider: payments.provider })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'open')));
  // An intent at a provider that is no longer configured cannot be canceled.
  if (open?.intentId && open.provider === cardPayments.provider) {
    const intent = await cardPayments.cancelIntent(open.intentId);
    if (intent.status === 'succeeded') await syncPayment(deps, intent);
    else if (intent.status !== 'canceled') throw new Problem('payment.processing');
  }
  const { from, to, event: type } = orderTransitions[closing];
  const closed = await inTransaction(db, async (tx) => {
    const [order] = await tx
      .update(orders)
      .set({ state: to })
      .where(and(eq(orders.id, orderId), eq(orders.state, from)))
      .returning({ productId: orders.productId, priceCents: orders.priceCents });
    if (!order) {
      const [now] = await tx
        .select({ state: orders.state })
        .from(orders)
        .where(eq(orders.id, orderId));
      if (now?.state === 'paid') throw new Problem('order.already-paid');
      return false;
    }
    if (open) {
      await tx
        .update(payments)
        .set({ state: 'canceled', changedAt: sql`now()` })
        .where(and(eq(payments.id, open.id), eq(payments.state, 'open')));
    }
    await tx.update(products).set({ status: 'Available' }).where(eq(products.id, order.productId));
    await tx.insert(orderEvents).values({ orderId, kind: type, amountCents: order.priceCents });
    await emit(tx, { type, orderId });
    return true;
  });
  if (closed) jobs.trigger('dispatch-outbox');
  return closed;
}
