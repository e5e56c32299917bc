import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { transitionPayment } from './transitions.ts';

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
  const { intentId, amountCents } = payment;
  await cardPayments.refund({ intentId, amountCents, idempotencyKey: `refund:${paymentId}` });
  await inTransaction(db, (tx) => transitionPayment(tx, paymentId, 'refund'));
}
