import { and, eq, isNull, notExists, sql } from 'drizzle-orm';
import { chargebacks, orders } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { resumeDeadlines } from './deadlines.ts';
import { recordOrderEvent } from './transitions.ts';

/**
 * Holds the money of an order, because a chargeback of the payment that paid it was opened: no release,
 * refund or payout of its share until it is decided. One of another payment, such as one that came too
 * late, is recorded only.
 */
export async function openChargebackHold(
  tx: Transaction,
  { orderId, paymentId, amountCents }: { orderId: string; paymentId: string; amountCents: number },
): Promise<void> {
  await tx
    .update(orders)
    .set({ chargebackOpenedAt: sql`now()` })
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.paidPaymentId, paymentId),
        isNull(orders.chargebackOpenedAt),
      ),
    );
  await recordOrderEvent(tx, { orderId, kind: 'order.chargeback-opened', amountCents });
  await emit(tx, { type: 'order.chargeback-opened', orderId });
}

/**
 * Ends the hold when the last open chargeback of the order was decided: the deadlines that it stopped go
 * on with the time that was left. What follows one that was lost is up to the caller.
 */
export async function endChargebackHold(
  tx: Transaction,
  orderId: string,
  { amountCents, isWon }: { amountCents: number; isWon: boolean },
): Promise<void> {
  const open = tx
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(
      and(
        eq(chargebacks.orderId, orderId),
        eq(chargebacks.paymentId, orders.paidPaymentId),
        eq(chargebacks.state, 'open'),
      ),
    );
  const [held] = await tx
    .select({ since: orders.chargebackOpenedAt })
    .from(orders)
    .where(and(eq(orders.id, orderId), notExists(open)));
  if (held?.since) {
    await tx.update(orders).set({ chargebackOpenedAt: null }).where(eq(orders.id, orderId));
    await resumeDeadlines(tx, orderId, held.since);
  }
  if (!isWon) return;
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

/**
 * Records that a part of the price was refunded in the provider's dashboard, and the order goes on. A
 * whole one ends the order with the transition `refundAtProvider`.
 */
export async function refundPartOfPrice(
  tx: Transaction,
  orderId: string,
  amountCents: number,
): Promise<void> {
  await recordOrderEvent(tx, { orderId, kind: 'order.refunded-at-provider', amountCents });
  await emit(tx, { type: 'order.refunded-at-provider', orderId });
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
