import { and, eq, sql } from 'drizzle-orm';
import { payments, refunds } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockOrder } from '../orders/index.ts';
import { refundWhatIsLeft, syncRefunds } from '../payments/index.ts';
import { recordOwnRefund } from './record-own-refund.ts';

type SubmitDeps = Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'jobs' | 'log'>;

/**
 * Makes a due refund at the card provider and posts it to the ledger. The refund's id is the
 * idempotency key, so a repetition after a crash refunds once. While a chargeback is open the refund
 * stays due: the bank decides first. What was refunded in the provider's dashboard meanwhile is not
 * refunded again.
 *
 * @throws CardPaymentsUnavailable; the outbox retries.
 */
export async function submitRefund(
  deps: SubmitDeps,
  { refundId }: { refundId: string },
): Promise<void> {
  const { db } = deps;
  const isDue = and(eq(refunds.id, refundId), eq(refunds.state, 'due'));
  const [row] = await db
    .select({
      orderId: refunds.orderId,
      paymentId: refunds.paymentId,
      amountCents: refunds.amountCents,
      intentId: payments.intentId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isDue);
  if (!row?.intentId) return;
  const { orderId, paymentId, amountCents, intentId } = row;
  const made = await refundWhatIsLeft(deps, { id: refundId, intentId, paymentId, amountCents });
  if (made === 'disputed') return;
  await inTransaction(db, async (tx) => {
    // As in every change of an order's money; a chargeback may just be decided.
    await lockOrder(tx, orderId);
    if (made) await recordOwnRefund(tx, refundId, made);
    else await tx.update(refunds).set({ state: 'failed', changedAt: sql`now()` }).where(isDue);
  });
  // It may have failed before it was recorded.
  if (made?.status === 'failed') await syncRefunds(deps, intentId);
}
