import { refunds } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Requests the refund of a payment, in whole or in part, in the transaction of the decision. The card
 * provider is called after the commit (`submitRefund`).
 *
 * @param refund.dedupe a second request with this key is ignored.
 * @returns the refund's id, or `undefined` if it was requested before.
 */
export async function requestRefund(
  tx: Transaction,
  refund: { orderId: string; paymentId: string; amountCents: number; dedupe: string },
): Promise<string | undefined> {
  const [created] = await tx
    .insert(refunds)
    .values({ id: newId(), ...refund })
    .onConflictDoNothing({ target: refunds.dedupe })
    .returning({ id: refunds.id });
  if (!created) return undefined;
  await emit(tx, { type: 'refund.due', refundId: created.id, orderId: refund.orderId });
  return created.id;
}
