import { feeOf } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { ledgerAccounts } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { escrowOf, type LedgerAccount, sellerAccountOf } from './accounts.ts';
import { type LedgerPosting, postTransaction } from './post-transaction.ts';

/** What the postings need to know of an order, as it was before the change. */
export interface OrderMoney {
  readonly id: string;
  readonly sellerId: string;
  readonly priceCents: number;
  readonly refundedCents: number;
  readonly feeBasisPoints: number;
}

/** Records a fee that the provider has taken. @param fee.key such as `provider-fee:{paymentId}`. */
export const postProviderFee = (
  tx: Transaction,
  { key, orderId, cents }: { key: string; orderId?: string; cents: number },
): Promise<boolean> =>
  postWithdrawal(tx, cents, {
    type: 'provider-fee',
    orderId,
    key,
    amounts: { 'provider-fees': cents, provider: -cents },
  });

/** Records that the provider has withheld the amount of a chargeback until the bank decides. */
export const postChargeback = (
  tx: Transaction,
  { id, orderId, cents }: { id: string; orderId: string; cents: number },
): Promise<boolean> =>
  postWithdrawal(tx, cents, {
    type: 'chargeback',
    orderId,
    key: `chargeback:${id}`,
    amounts: { chargebacks: cents, provider: -cents },
  });

/** Records that a chargeback was won: the provider has returned its amount. */
export const postChargebackWon = (
  tx: Transaction,
  { id, orderId, cents }: { id: string; orderId: string; cents: number },
): Promise<boolean> =>
  postTransaction(tx, {
    type: 'chargeback-won',
    orderId,
    key: `chargeback-won:${id}`,
    amounts: { provider: cents, chargebacks: -cents },
  });

/** Records that a chargeback was lost: who held or received the money bears it. */
export async function postChargebackLost(
  tx: Transaction,
  order: OrderMoney,
  { id, cents }: { id: string; cents: number },
): Promise<boolean> {
  return postTransaction(tx, {
    type: 'chargeback-lost',
    orderId: order.id,
    key: `chargeback-lost:${id}`,
    amounts: { chargebacks: -cents, ...(await bearersOf(tx, order, cents)) },
  });
}

/** Records a refund made in the provider's dashboard, wherever the money is by now. */
export async function postProviderRefund(
  tx: Transaction,
  order: OrderMoney,
  { key, cents }: { key: string; cents: number },
): Promise<boolean> {
  return postWithdrawal(tx, cents, {
    type: 'refund',
    orderId: order.id,
    key,
    amounts: { provider: -cents, ...(await bearersOf(tx, order, cents)) },
  });
}

/** Records that a refund failed: its amount is at the provider again, and Redial owes it the buyer. */
export const postRefundFailure = (
  tx: Transaction,
  { key, orderId, cents }: { key: string; orderId: string; cents: number },
): Promise<boolean> =>
  postTransaction(tx, {
    type: 'refund-failed',
    orderId,
    key,
    amounts: { provider: cents, [escrowOf(orderId)]: -cents },
  });

/**
 * Who bears money that goes back to a buyer: first what is held for the order; then the seller who
 * received it, with the difference of the fee; then the operator, where the buyer had been refunded
 * before.
 */
async function bearersOf(
  tx: Transaction,
  order: OrderMoney,
  cents: number,
): Promise<Partial<Record<LedgerAccount, number>>> {
  const escrow = escrowOf(order.id);
  const held = Math.min(cents, 0 - (await balanceOf(tx, escrow)));
  const kept = order.priceCents - order.refundedCents;
  const fromSale = held > 0 ? 0 : Math.min(cents, kept);
  const feeBack = feeOf(kept, order.feeBasisPoints) - feeOf(kept - fromSale, order.feeBasisPoints);
  return {
    [escrow]: held,
    [sellerAccountOf(order.sellerId)]: fromSale - (fromSale > 0 ? feeBack : 0),
    fees: fromSale > 0 ? feeBack : 0,
    'provider-fees': cents - held - fromSale,
  };
}

/**
 * Posts a transaction that takes from the funds at the provider. The provider takes what is missing
 * there from the operator, so that much is recorded as paid in.
 */
async function postWithdrawal(
  tx: Transaction,
  cents: number,
  posting: LedgerPosting,
): Promise<boolean> {
  const missing = cents - (await balanceOf(tx, 'provider'));
  if (missing <= 0) return postTransaction(tx, posting);
  const amounts = {
    ...posting.amounts,
    provider: (posting.amounts.provider ?? 0) + missing,
    operator: -missing,
  };
  return postTransaction(tx, { ...posting, amounts });
}

async function balanceOf(tx: Transaction, account: LedgerAccount): Promise<number> {
  const [row] = await tx
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, account));
  return row?.cents ?? 0;
}
