import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordOrderEvent } from './transitions.ts';

/**
 * Holds the money of an order, because a chargeback was opened: no release, refund or payout of its
 * share until it is decided.
 */
export async function openChargebackHold(
  tx: Transaction,
  orderId: string,
  amountCents: number,
): Promise<void> {
  await tx
    .update(orders)
    .set({ chargebackOpenedAt: sql`now()` })
    .where(and(eq(orders.id, orderId), isNull(orders.chargebackOpenedAt)));
  await recordOrderEvent(tx, { orderId, kind: 'order.chargeback-opened', amountCents });
  await emit(tx, { type: 'order.chargeback-opened', orderId });
}

/** Ends the hold. A chargeback that was lost is followed by the transition `loseChargeback`. */
export async function endChargebackHold(
  tx: Transaction,
  orderId: string,
  outcome: { amountCents: number; isWon: boolean },
): Promise<void> {
  await tx
    .update(orders)
    .set({ chargebackOpenedAt: null })
    .where(and(eq(orders.id, orderId), isNotNull(orders.chargebackOpenedAt)));
  if (!outcome.isWon) return;
  const { amountCents } = outcome;
  await recordOrderEvent(tx, { orderId, kind: 'order.chargeback-won', amountCents });
  await emit(tx, { type: 'order.chargeback-won', orderId });
}

/** Adds a refund that was made in the provider's dashboard to what the buyer has got back. */
export async function addProviderRefund(
  tx: Transaction,
  orderId: string,
  cents: number,
): Promise<void> {
  await tx
    .update(orders)
    .set({ refundedCents: sql`least(${orders.priceCents}, ${orders.refundedCents} + ${cents})` })
    .where(eq(orders.id, orderId));
}
