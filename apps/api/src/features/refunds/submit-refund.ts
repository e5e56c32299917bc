import { and, eq, sql } from 'drizzle-orm';
import { payments, refunds } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { postRefund } from '../ledger/index.ts';

/**
 * Makes a due refund at the card provider and posts it to the ledger. The refund's id is the
 * idempotency key, so a repetition after a crash refunds once.
 *
 * @throws CardPaymentsUnavailable; the outbox retries.
 */
export async function submitRefund(
  { db, cardPayments }: Pick<Deps, 'db' | 'cardPayments'>,
  { refundId }: { refundId: string },
): Promise<void> {
  const isDue = and(eq(refunds.id, refundId), eq(refunds.state, 'due'));
  const [refund] = await db
    .select({
      orderId: refunds.orderId,
      amountCents: refunds.amountCents,
      intentId: payments.intentId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(isDue);
  if (!refund?.intentId) return;
  const { orderId, amountCents, intentId } = refund;
  await cardPayments.refund({ intentId, amountCents, idempotencyKey: `refund:${refundId}` });
  await inTransaction(db, async (tx) => {
    const [changed] = await tx
      .update(refunds)
      .set({ state: 'succeeded', changedAt: sql`now()` })
      .where(isDue)
      .returning({ id: refunds.id });
    if (!changed) return;
    await emit(tx, { type: 'refund.succeeded', refundId, orderId });
    await postRefund(tx, { orderId, key: `refund:${refundId}`, cents: amountCents });
  });
}
