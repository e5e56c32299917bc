import { and, eq } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { readHeldOfPayment } from '../ledger/index.ts';
import { lockOrder } from '../orders/index.ts';
import { refundWhatIsLeft } from './refund-what-is-left.ts';
import { sumRefunds } from './sum-refunds.ts';
import { syncRefunds } from './sync-refunds.ts';
import { transitionPayment } from './transitions.ts';

/**
 * Refunds a payment, once: the idempotency key is derived from the payment's id, and the row changes
 * only from `refund_due`. What was refunded in the provider's dashboard meanwhile, or paid back by the
 * bank, is not refunded again. While a chargeback is open the payment stays due.
 *
 * @throws CardPaymentsUnavailable, and AmountRefused; the outbox retries.
 */
export async function refundPayment(
  deps: Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'jobs' | 'log'>,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { db, cardPayments } = deps;
  const isDue = and(eq(payments.id, paymentId), eq(payments.state, 'refund_due'));
  const [payment] = await db.select().from(payments).where(isDue);
  if (!payment?.intentId) return;
  const { intentId, orderId } = payment;
  let amountCents = await readHeldOfPayment(db, { orderId, paymentId });
  // The provider does not know what a bank has paid back as refunded.
  if (amountCents < payment.amountCents)
    amountCents -= sumRefunds(await cardPayments.listRefunds(intentId));
  const made =
    amountCents > 0
      ? await refundWhatIsLeft(deps, { id: paymentId, intentId, paymentId, amountCents })
      : undefined;
  if (made === 'disputed') return;
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, orderId);
    await transitionPayment(tx, paymentId, 'refund');
  });
  // It may have failed before it was recorded.
  if (made?.status === 'failed') await syncRefunds(deps, intentId);
}
