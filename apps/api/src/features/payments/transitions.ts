import { and, eq, inArray, sql } from 'drizzle-orm';
import { payments } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { postCapture, postRefundOfPayment } from '../ledger/index.ts';
import { recordOrderEvent } from '../orders/index.ts';
import {
  type PaymentTransition,
  type PaymentTransitionRow,
  paymentTransitions,
} from './state-machine.ts';

/**
 * Applies a transition to a payment if its state allows it, with its event in the order's history,
 * its domain event and its transaction in the ledger.
 *
 * @param amountCents the amount in the order's history; the payment's by default.
 * @returns whether the state allowed it.
 */
export async function transitionPayment(
  tx: Transaction,
  paymentId: string,
  transition: PaymentTransition,
  amountCents?: number,
): Promise<boolean> {
  const { from, to, event, money }: PaymentTransitionRow = paymentTransitions[transition];
  const [payment] = await tx
    .update(payments)
    .set({ state: to, changedAt: sql`now()` })
    .where(and(eq(payments.id, paymentId), inArray(payments.state, [...from])))
    .returning({ orderId: payments.orderId, amountCents: payments.amountCents });
  if (!payment) return false;
  if (event) {
    const { orderId } = payment;
    await recordOrderEvent(tx, {
      orderId,
      paymentId,
      kind: event,
      amountCents: amountCents ?? payment.amountCents,
    });
    await emit(tx, { type: event, paymentId, orderId });
  }
  const { orderId } = payment;
  const cents = amountCents ?? payment.amountCents;
  if (money === 'capture') await postCapture(tx, { orderId, paymentId, cents });
  if (money === 'refund') await postRefundOfPayment(tx, { orderId, paymentId });
  return true;
}
