import { and, eq, sql } from 'drizzle-orm';
import { orders, refunds } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Refund } from '../../ports/card-payments.ts';
import { postRefund } from '../ledger/index.ts';

/**
 * Records that the provider has accepted a due refund, once, with its transaction in the ledger. The
 * caller has locked the order.
 *
 * @returns whether it was recorded now.
 */
export async function recordOwnRefund(
  tx: Transaction,
  refundId: string,
  { id: providerRefundId, amountCents }: Refund,
): Promise<boolean> {
  const [changed] = await tx
    .update(refunds)
    .set({ state: 'succeeded', providerRefundId, amountCents, changedAt: sql`now()` })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'due')))
    .returning({ orderId: refunds.orderId });
  if (!changed) return false;
  const { orderId } = changed;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error(`refund ${refundId} has no order`);
  await emit(tx, { type: 'refund.succeeded', refundId, orderId });
  await postRefund(tx, order, { key: `refund:${refundId}`, cents: amountCents });
  return true;
}

/** The id of a refund that Redial requested, from its key at the provider (`submitRefund`). */
export const ownRefundId = (idempotencyKey = ''): string | undefined =>
  /^refund:([\da-f-]{36})/.exec(idempotencyKey)?.[1];
