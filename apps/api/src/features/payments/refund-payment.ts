import { and, eq, sql } from 'drizzle-orm';
import { orderEvents, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';

/**
 * Gives the money of a payment back, once: the provider knows the refund by a key made of the
 * payment, and the row changes only from `refund_due`.
 *
 * @throws CardPaymentsUnavailable; the outbox tries again.
 */
export async function refundPayment(
  { db, cardPayments: cards }: Pick<Deps, 'db' | 'cardPayments'>,
  paymentId: string,
): Promise<void> {
  const due = and(eq(payments.id, paymentId), eq(payments.state, 'refund_due'));
  const [payment] = await db.select().from(payments).where(due);
  if (!payment?.intentId) return;
  await cards.refund({ intentId: payment.intentId, idempotencyKey: `refund:${paymentId}` });
  await inTransaction(db, async (tx) => {
    const refunded = await tx
      .update(payments)
      .set({ state: 'refunded', changedAt: sql`now()` })
      .where(due)
      .returning({ id: payments.id });
    if (refunded.length === 0) return;
    await tx.insert(orderEvents).values({
      orderId: payment.orderId,
      paymentId,
      kind: 'payment.refunded',
      amountCents: payment.amountCents,
    });
  });
}
