import { and, eq, sql } from 'drizzle-orm';
import { refunds } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Refund } from '../../ports/card-payments.ts';
import { ownRefundId } from './record-own-refund.ts';

/**
 * Inserts a refund that has no row: it was made in the provider's dashboard, or has failed and was of a
 * whole payment. Once.
 *
 * @returns its id, or `undefined` if it was inserted before.
 */
export async function insertProviderRefund(
  tx: Transaction,
  { paymentId, orderId }: { paymentId: string; orderId: string },
  { id: providerRefundId, amountCents, status }: Refund,
): Promise<string | undefined> {
  const [created] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      paymentId,
      orderId,
      amountCents,
      state: status === 'failed' ? 'failed' : 'succeeded',
      providerRefundId,
      dedupe: `provider:${providerRefundId}`,
    })
    .onConflictDoNothing({ target: refunds.dedupe })
    .returning({ id: refunds.id });
  return created?.id;
}

/**
 * Marks a refund of a payment as failed, if the provider had accepted it.
 *
 * @returns its id, or `undefined` if there is none, or it had failed before.
 */
export async function failRefund(
  tx: Transaction,
  paymentId: string,
  { id: providerRefundId, idempotencyKey }: Refund,
): Promise<string | undefined> {
  const own = ownRefundId(idempotencyKey);
  const [failed] = await tx
    .update(refunds)
    .set({ state: 'failed', changedAt: sql`now()` })
    .where(
      and(
        own ? eq(refunds.id, own) : eq(refunds.providerRefundId, providerRefundId),
        eq(refunds.paymentId, paymentId),
        eq(refunds.state, 'succeeded'),
      ),
    )
    .returning({ id: refunds.id });
  return failed?.id;
}
