import { feeOf } from '@redial/contract';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chargebacks, ledgerEntries, ledgerTransactions, refunds } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { escrowOf, sellerAccountOf } from './accounts.ts';
import { coverFees } from './cover-fees.ts';
import { findBearers, type OrderMoney } from './find-bearers.ts';
import { postTransaction } from './post-transaction.ts';
import { postWithdrawal } from './post-withdrawal.ts';

/** Records a buyer's payment: the provider has the money, Redial owes it. */
export const postCapture = (
  tx: Transaction,
  { orderId, paymentId, cents }: { orderId: string; paymentId: string; cents: number },
): Promise<boolean> =>
  postTransaction(tx, {
    type: 'capture',
    orderId,
    key: `capture:${paymentId}`,
    amounts: { provider: cents, [escrowOf(orderId)]: -cents },
  });

/**
 * Records a refund that the provider has accepted, made by Redial or in the provider's dashboard,
 * wherever the money is by now.
 */
export async function postRefund(
  tx: Transaction,
  order: OrderMoney,
  { key, cents }: { key: string; cents: number },
): Promise<boolean> {
  const bearers = await findBearers(tx, order, cents);
  await coverFees(tx, key, bearers.fees);
  return postWithdrawal(tx, cents, {
    type: 'refund',
    orderId: order.id,
    key,
    amounts: { provider: -cents, ...bearers },
  });
}

/** What came in with a payment that could not pay its order and was not taken back by a chargeback, in cents. */
async function readKeptOfPayment(db: Executor, { orderId, paymentId }: OfPayment): Promise<number> {
  const lost = db
    .select({ key: sql`'chargeback-lost:' || ${chargebacks.id}` })
    .from(chargebacks)
    .where(and(eq(chargebacks.orderId, orderId), eq(chargebacks.paymentId, paymentId)));
  return readEscrow(db, orderId, [
    eq(ledgerTransactions.key, `capture:${paymentId}`),
    inArray(ledgerTransactions.key, lost),
  ]);
}

/**
 * What is held of a payment that could not pay its order, in cents: what came in, less what a
 * chargeback or refunds gave back, and with what came back from the bank, which had refused it.
 */
export async function readHeldOfPayment(
  db: Executor,
  { orderId, paymentId }: OfPayment,
): Promise<number> {
  const isOfPayment = and(eq(refunds.orderId, orderId), eq(refunds.paymentId, paymentId));
  const failed = db
    .select({ key: sql`'refund-failed:' || ${refunds.providerRefundId}` })
    .from(refunds)
    .where(isOfPayment);
  const repeated = db
    .select({ key: sql`'refund:' || ${refunds.id}` })
    .from(refunds)
    .where(isOfPayment);
  const changes = await readEscrow(db, orderId, [
    eq(ledgerTransactions.key, `refund:${paymentId}`),
    inArray(ledgerTransactions.key, failed),
    inArray(ledgerTransactions.key, repeated),
  ]);
  return changes + (await readKeptOfPayment(db, { orderId, paymentId }));
}

interface OfPayment {
  readonly orderId: string;
  readonly paymentId: string;
}

/** What transactions have left in the escrow of an order, in cents. */
async function readEscrow(
  db: Executor,
  orderId: string,
  transactions: readonly SQL[],
): Promise<number> {
  const [left] = await db
    .select({ cents: sql<string>`-coalesce(sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.account, escrowOf(orderId)), or(...transactions)));
  return Number(left?.cents ?? 0);
}

/**
 * Records a refund in the provider's dashboard of a payment that could not pay its order, whose own
 * refund the bank had refused: what is held beyond what is still owed to the buyer leaves escrow.
 *
 * @param refund.refundedCents what all refunds of the payment have given back at the provider
 */
export async function postRepeatedRefundOfPayment(
  tx: Transaction,
  { refundId, refundedCents, ...payment }: OfPayment & { refundId: string; refundedCents: number },
): Promise<boolean> {
  const { orderId } = payment;
  const owed = Math.max(0, (await readKeptOfPayment(tx, payment)) - refundedCents);
  const cents = Math.max(0, (await readHeldOfPayment(tx, payment)) - owed);
  return postWithdrawal(tx, cents, {
    type: 'refund',
    orderId,
    key: `refund:${refundId}`,
    amounts: { [escrowOf(orderId)]: cents, provider: -cents },
  });
}

/** Records that what is held of a payment was refunded, because it could not pay its order. */
export async function postRefundOfPayment(
  tx: Transaction,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<boolean> {
  const cents = await readHeldOfPayment(tx, { orderId, paymentId });
  return postWithdrawal(tx, cents, {
    type: 'refund',
    orderId,
    key: `refund:${paymentId}`,
    amounts: { [escrowOf(orderId)]: cents, provider: -cents },
  });
}

/**
 * Records that what the seller keeps of an order leaves escrow, less the fee.
 *
 * @param order.keptCents price less refund.
 */
export async function postRelease(
  tx: Transaction,
  order: { id: string; sellerId: string; keptCents: number; feeBasisPoints: number },
): Promise<boolean> {
  const { id, sellerId, keptCents, feeBasisPoints } = order;
  const fee = feeOf(keptCents, feeBasisPoints);
  return postTransaction(tx, {
    type: 'release',
    orderId: id,
    key: `release:${id}`,
    amounts: {
      [escrowOf(id)]: keptCents,
      [sellerAccountOf(sellerId)]: fee - keptCents,
      fees: -fee,
    },
  });
}
