import { feeOf } from '@redial/contract';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { chargebacks, ledgerEntries, ledgerTransactions } from '../../db/schema/index.ts';
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

/**
 * What is held of a payment that could not pay its order, in cents: what was captured, less what was
 * given back, by a chargeback or whole.
 */
export async function readHeldOfPayment(
  db: Executor,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<number> {
  const lost = db
    .select({ key: sql`'chargeback-lost:' || ${chargebacks.id}` })
    .from(chargebacks)
    .where(and(eq(chargebacks.orderId, orderId), eq(chargebacks.paymentId, paymentId)));
  const [held] = await db
    .select({ cents: sql<string>`-coalesce(sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.account, escrowOf(orderId)),
        or(
          inArray(ledgerTransactions.key, [`capture:${paymentId}`, `refund:${paymentId}`]),
          inArray(ledgerTransactions.key, lost),
        ),
      ),
    );
  return Number(held?.cents ?? 0);
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
