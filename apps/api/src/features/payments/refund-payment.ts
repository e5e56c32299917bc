import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { AmountRefused } from '../../ports/card-payments.ts';
import { refundWhatIsLeft } from './refund-what-is-left.ts';
import { transitionPayment } from './transitions.ts';

/**
 * Refunds a payment, once: the idempotency key is derived from the payment's id, and the row changes
 * only from `refund_due`. What was refunded in the provider's dashboard meanwhile is not refunded again.
 *
 * @throws CardPaymentsUnavailable, and AmountRefused while a chargeback is open; the outbox retries.
 */
export async function refundPayment(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'log'>,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { db } = deps;
  const isDue = and(eq(payments.id, paymentId), eq(payments.state, 'refund_due'));
  const [payment] = await db.select().from(payments).where(isDue);
  if (!payment?.intentId) return;
  const { intentId, amountCents } = payment;
  const made = await refundWhatIsLeft(deps, { id: paymentId, intentId, amountCents });
  if (made === 'disputed') throw new AmountRefused(made);
  await inTransaction(db, (tx) => transitionPayment(tx, paymentId, 'refund'));
}
