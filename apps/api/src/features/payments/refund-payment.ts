import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';

/**
 * Refunds a payment, once: the idempotency key is derived from the payment's id, and the row changes
 * only from `refund_due`.
 *
 * @throws CardPaymentsUnavailable; the outbox retries.
 */
export async function refundPayment(
  { db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const isDue = and(eq(payments.id, paymentId), eq(payments.state, 'refund_due'));
  const [payment] = await db.select().from(payments).where(isDue);
  if (!payment?.intentId) return;
  await cardPayments.refund({ intentId: payment.intentId, idempotencyKey: `refund:${paymentId}` });
  await inTransaction(db, async (tx) => {
    const refunded = await tx
      .update(payments)
      .set({ state: 'refunded', changedAt: sql`now()` })
      .where(isDue)
      .returning({ id: payments.id });
    if (refunded.length === 0) return;
    await tx.insert(orderEvents).values({
      orderId: payment.orderId,
      paymentId,
      kind: 'payment.refunded',
      amountCents: payment.amountCents,
    });
    await emit(tx, { type: 'payment.refunded', paymentId, orderId: payment.orderId });
  });
}
