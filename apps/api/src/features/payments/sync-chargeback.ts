import { and, eq, isNull, sql } from 'drizzle-orm';
import { chargebacks, orders, payments, refunds } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { CardDispute } from '../../ports/card-payments.ts';
import {
  postChargeback,
  postChargebackLost,
  postChargebackLostOfPayment,
  postChargebackWon,
  postProviderFee,
} from '../ledger/index.ts';
import {
  endChargebackHold,
  lockOrder,
  losePartOfPrice,
  openChargebackHold,
  transitionOrder,
} from '../orders/index.ts';
import { reduceRefunds, resumeRefunds } from '../refunds/index.ts';
import { readFailedRefunds } from './read-failed-refunds.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

type ChargebackDeps = Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'jobs' | 'log'>;
type PaymentRow = typeof payments.$inferSelect;

/**
 * Updates a chargeback from the provider's dispute: opened, won or lost. One that is lost for a part of
 * the price counts like a refund of that part. One that concerns an order that was refunded before is
 * contested with the refund as evidence. One of a payment that could not pay its order, such as one that
 * came too late, takes what is due of that payment, and leaves the order as it is. Called in any order
 * and any number of times.
 *
 * @throws CardPaymentsUnavailable
 */
export async function syncChargeback(deps: ChargebackDeps, disputeId: string): Promise<void> {
  const { db, cardPayments, jobs, log } = deps;
  const dispute = await cardPayments.retrieveDispute(disputeId);
  const payment = dispute && (await findPayment(deps, dispute.intentId));
  if (!dispute || !payment) return;
  // Whether the payment pays its order is decided before its chargeback.
  const intent = await cardPayments.retrieveIntent(dispute.intentId);
  if (intent) await syncPayment(deps, intent);
  // A refund that the provider accepted before must not be reduced or made again.
  await syncRefunds(deps, dispute.intentId);
  await inTransaction(db, async (tx) => {
    await lockOrder(tx, payment.orderId);
    if (await open(tx, payment, dispute, cardPayments.provider))
      log.error({ orderId: payment.orderId, disputeId }, 'a chargeback was opened');
    if (dispute.status === 'won' || dispute.status === 'lost')
      await close(tx, deps, payment, dispute);
    const fee = { key: `chargeback-fee:${dispute.id}`, orderId: payment.orderId };
    if (dispute.feeCents > 0) await postProviderFee(tx, { ...fee, cents: dispute.feeCents });
  });
  jobs.trigger('dispatch-outbox');
  if (dispute.status === 'needs_response') await contestRefunded(deps, payment, dispute);
}

async function findPayment(
  { db, cardPayments }: ChargebackDeps,
  intentId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, cardPayments.provider), eq(payments.intentId, intentId)));
  return payment;
}

/** @returns whether the chargeback is new. */
async function open(
  tx: Transaction,
  { id: paymentId, orderId }: PaymentRow,
  dispute: CardDispute,
  provider: string,
): Promise<boolean> {
  const { id, amountCents, reason, evidenceDueAt, createdAt } = dispute;
  const [created] = await tx
    .insert(chargebacks)
    .values({
      id,
      provider,
      orderId,
      paymentId,
      amountCents,
      reason,
      evidenceDueAt: evidenceDueAt ?? null,
      openedAt: createdAt,
    })
    .onConflictDoNothing()
    .returning({ id: chargebacks.id });
  if (!created) return false;
  await openChargebackHold(tx, { orderId, paymentId, amountCents });
  await postChargeback(tx, { id, orderId, cents: amountCents });
  return true;
}

async function close(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  payment: PaymentRow,
  { id, status, amountCents: cents }: CardDispute,
): Promise<void> {
  const { id: paymentId, orderId } = payment;
  const isWon = status === 'won';
  const [closed] = await tx
    .update(chargebacks)
    .set({ state: isWon ? 'won' : 'lost', closedAt: sql`now()` })
    .where(and(eq(chargebacks.id, id), eq(chargebacks.state, 'open')))
    .returning({ id: chargebacks.id });
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!closed || !order) return;
  if (order.paidPaymentId !== paymentId) {
    if (isWon) await postChargebackWon(tx, { id, orderId, cents });
    else await postChargebackLostOfPayment(tx, { id, orderId, paymentId, cents });
    // Continues the refund of what is left.
    await emit(tx, { type: 'payment.refund-due', paymentId, orderId });
    return;
  }
  await endChargebackHold(tx, orderId, { amountCents: cents, isWon });
  if (isWon) {
    await resumeRefunds(tx, orderId);
    await postChargebackWon(tx, { id, orderId, cents });
    return;
  }
  // What the bank has paid is first what was to be refunded anyway, then more of the price.
  const left = cents - Math.min(cents, await readFailedRefunds(tx, order));
  const more = left - (await reduceRefunds(tx, orderId, left));
  await resumeRefunds(tx, orderId);
  if (order.refundedCents + more < order.priceCents) {
    if (more > 0) await losePartOfPrice(tx, orderId, more);
  } else await transitionOrder(tx, orderId, 'loseChargeback', { settings });
  await postChargebackLost(tx, order, { id, cents });
}

/** Tells the bank that the buyer has got the money back already. */
async function contestRefunded(
  deps: ChargebackDeps,
  payment: PaymentRow,
  dispute: CardDispute,
): Promise<void> {
  const { db, cardPayments } = deps;
  const made = await findRefunds(deps, payment);
  if (made.length === 0) return;
  const list = made.map(({ id, at }) => `${id} (${at.toISOString()})`).join(', ');
  const text = `The buyer was refunded before this dispute: ${list}.`;
  await cardPayments.submitEvidence({ disputeId: dispute.id, text });
  await db
    .update(chargebacks)
    .set({ evidence: text, evidenceSubmittedAt: sql`now()` })
    .where(and(eq(chargebacks.id, dispute.id), isNull(chargebacks.evidence)));
}

/** The refunds that gave a payment back; none if the buyer has not got all of it. */
async function findRefunds(
  { db, cardPayments }: ChargebackDeps,
  { id: paymentId, orderId, intentId }: PaymentRow,
): Promise<{ id: string | null; at: Date }[]> {
  const [order] = await db
    .select({ state: orders.state, paidPaymentId: orders.paidPaymentId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (order?.paidPaymentId === paymentId)
    return order.state === 'refunded'
      ? db
          .select({ id: refunds.providerRefundId, at: refunds.changedAt })
          .from(refunds)
          .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'succeeded')))
      : [];
  const [refunded] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'refunded')));
  if (!refunded || !intentId) return [];
  return (await cardPayments.listRefunds(intentId))
    .filter(({ status }) => status !== 'failed')
    .map(({ id, createdAt: at }) => ({ id, at }));
}
