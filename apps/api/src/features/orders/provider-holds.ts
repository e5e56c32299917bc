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

/** Ends the hold. What follows a chargeback that was lost is up to the caller. */
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

/**
 * Records that the bank has paid a part of the price back, and the order goes on. A whole one ends the
 * order with the transition `loseChargeback`.
 */
export async function losePartOfPrice(
  tx: Transaction,
  orderId: string,
  amountCents: number,
): Promise<void> {
  await addProviderRefund(tx, orderId, amountCents);
  await recordOrderEvent(tx, { orderId, kind: 'order.charged-back', amountCents });
  await emit(tx, { type: 'order.charged-back', orderId });
}

/** Adds what the provider or the bank has paid back to what the buyer has got back. */
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
