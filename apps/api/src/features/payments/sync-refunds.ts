import { and, eq } from 'drizzle-orm';
import { orders, payments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Refund } from '../../ports/card-payments.ts';
import { postRefund, postRefundFailure, postRepeatedRefundOfPayment } from '../ledger/index.ts';
import {
  addProviderRefund,
  lockOrder,
  recordOrderEvent,
  refundPartOfPrice,
  transitionOrder,
} from '../orders/index.ts';
import {
  failRefund,
  insertProviderRefund,
  ownRefundId,
  recordOwnRefund,
  reduceRefunds,
} from '../refunds/index.ts';
import { readFailedRefunds } from './read-failed-refunds.ts';
import { sumRefunds } from './sum-refunds.ts';
import { syncPayment } from './sync-payment.ts';
import { transitionPayment } from './transitions.ts';

type SyncDeps = Pick<Deps, 'db' | 'cardPayments' | 'settings' | 'jobs' | 'log'>;
type PaymentRow = typeof payments.$inferSelect;

/**
 * Compares the refunds of an intent with the provider's: records those made in its dashboard, those
 * that a crash prevented us from recording, and those that have failed since. Webhooks, the daily
 * reconciliation and a refused refund call this, also before the payment itself is recorded.
 *
 * @throws CardPaymentsUnavailable
 */
export async function syncRefunds(deps: SyncDeps, intentId: string): Promise<void> {
  const payment = await findRecordedPayment(deps, intentId);
  if (!payment) return;
  const made = await deps.cardPayments.listRefunds(intentId);
  for (const refund of made) {
    if (refund.status === 'failed') await recordFailure(deps, payment, refund);
    else if (refund.idempotencyKey?.startsWith('refund:')) await recordOwn(deps, payment, refund);
    else await adoptRefund(deps, payment, refund, sumRefunds(made));
  }
}

/** The payment of an intent. Whether it pays its order is decided before its refunds. */
async function findRecordedPayment(
  deps: SyncDeps,
  intentId: string,
): Promise<PaymentRow | undefined> {
  const { db, cardPayments } = deps;
  const isOfIntent = and(
    eq(payments.provider, cardPayments.provider),
    eq(payments.intentId, intentId),
  );
  const [known] = await db.select().from(payments).where(isOfIntent);
  if (known && known.state !== 'open') return known;
  const intent = await cardPayments.retrieveIntent(intentId);
  if (intent) await syncPayment(deps, intent);
  const [synced] = await db.select().from(payments).where(isOfIntent);
  return synced;
}

/** Records a refund that Redial made, if a crash prevented it. */
async function recordOwn(deps: SyncDeps, payment: PaymentRow, refund: Refund): Promise<void> {
  const refundId = ownRefundId(refund.idempotencyKey);
  if (!refundId) return;
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, payment.orderId);
    // A payment that could not pay its order is refunded whole, under its own id.
    if (refundId === payment.id) await transitionPayment(tx, payment.id, 'refund');
    else await recordOwnRefund(tx, refundId, refund);
  });
}

/** Records a refund that was made in the provider's dashboard, once. */
async function adoptRefund(
  deps: SyncDeps,
  payment: PaymentRow,
  refund: Refund,
  refundedCents: number,
): Promise<void> {
  const { id: paymentId, orderId } = payment;
  const { amountCents } = refund;
  await inTransaction(deps.db, async (tx) => {
    await lockOrder(tx, orderId);
    const id = await insertProviderRefund(tx, { paymentId, orderId }, refund);
    if (!id) return;
    deps.log.warn({ orderId, providerRefundId: refund.id }, 'a refund was made in the dashboard');
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (order?.paidPaymentId !== paymentId) {
      // The refund of the whole payment includes those of the dashboard before it.
      const [{ state } = {}] = await tx.select().from(payments).where(eq(payments.id, paymentId));
      if (state === 'refunded')
        await postRepeatedRefundOfPayment(tx, { refundId: id, orderId, paymentId, refundedCents });
      return;
    }
    // One that failed was counted when it was made.
    const more = amountCents - Math.min(amountCents, await readFailedRefunds(tx, order));
    await addProviderRefund(tx, orderId, more);
    // What is more than the price was due and has been paid by this.
    const excess = order.refundedCents + more - order.priceCents;
    if (excess > 0) await reduceRefunds(tx, orderId, excess);
    if (excess >= 0) await transitionOrder(tx, orderId, 'refundAtProvider', deps);
    else if (more > 0) await refundPartOfPrice(tx, orderId, more);
    await postRefund(tx, order, { key: `refund:${id}`, cents: amountCents });
  });
}

/** Records that a refund failed at the bank: the buyer has to get the money in another way. */
async function recordFailure(deps: SyncDeps, payment: PaymentRow, refund: Refund): Promise<void> {
  const { orderId } = payment;
  const { amountCents } = refund;
  const isNew = await inTransaction(deps.db, async (tx) => {
    // As in every change of an order's money.
    await lockOrder(tx, orderId);
    const ids = { paymentId: payment.id, orderId };
    // A payment that could not pay its order is refunded whole, under its own id, and without a row.
    const isWhole = ownRefundId(refund.idempotencyKey) === payment.id;
    const refundId = isWhole
      ? await insertProviderRefund(tx, ids, refund)
      : await failRefund(tx, payment.id, refund);
    if (!refundId) return false;
    await recordOrderEvent(tx, { orderId, kind: 'refund.failed', amountCents });
    await emit(tx, { type: 'refund.failed', refundId, orderId });
    const key = `refund-failed:${refund.id}`;
    return postRefundFailure(tx, { key, orderId, cents: amountCents });
  });
  if (isNew)
    deps.log.error({ orderId, providerRefundId: refund.id }, 'a refund failed at the bank');
}
