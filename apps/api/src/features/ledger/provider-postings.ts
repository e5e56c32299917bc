import type { Transaction } from '../../platform/transaction.ts';
import { escrowOf } from './accounts.ts';
import { coverFees } from './cover-fees.ts';
import { findBearers, type OrderMoney } from './find-bearers.ts';
import { readHeldOfPayment } from './order-postings.ts';
import { postTransaction } from './post-transaction.ts';
import { postWithdrawal } from './post-withdrawal.ts';

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
  const key = `chargeback-lost:${id}`;
  const bearers = await findBearers(tx, order, cents);
  await coverFees(tx, key, bearers.fees);
  return postTransaction(tx, {
    type: 'chargeback-lost',
    orderId: order.id,
    key,
    amounts: { chargebacks: -cents, ...bearers },
  });
}

/**
 * Records that a chargeback of a payment that could not pay its order was lost: it takes what is held
 * of that payment. The operator pays what the buyer had got back before.
 */
export async function postChargebackLostOfPayment(
  tx: Transaction,
  {
    id,
    orderId,
    paymentId,
    cents,
  }: { id: string; orderId: string; paymentId: string; cents: number },
): Promise<boolean> {
  const fromHeld = Math.min(cents, await readHeldOfPayment(tx, { orderId, paymentId }));
  return postTransaction(tx, {
    type: 'chargeback-lost',
    orderId,
    key: `chargeback-lost:${id}`,
    amounts: {
      chargebacks: -cents,
      [escrowOf(orderId)]: fromHeld,
      'provider-fees': cents - fromHeld,
    },
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

/** Records that a payout has reached the bank, for which the provider transferred the amount. */
export const postPayoutSettled = (
  tx: Transaction,
  { payoutId, cents }: { payoutId: string; cents: number },
): Promise<boolean> =>
  postWithdrawal(tx, cents, {
    type: 'payout-settled',
    key: `payout-settled:${payoutId}`,
    amounts: { payouts: cents, provider: -cents },
  });
