import { and, eq } from 'drizzle-orm';
import { chargebacks, payments, payouts, refunds } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { BalanceEntry, BalanceEntryKind } from '../../ports/card-payments.ts';
import { postOperatorWithdrawal, postProviderFee, postTopUp } from '../ledger/index.ts';
import { recordTransfer } from '../payouts/index.ts';
import { syncChargeback } from './sync-chargeback.ts';
import { syncPayment } from './sync-payment.ts';
import { syncRefunds } from './sync-refunds.ts';

export type ReconcileDeps = Pick<
  Deps,
  'db' | 'cardPayments' | 'payouts' | 'settings' | 'jobs' | 'log'
>;

/** @returns what is wrong; `undefined` if the entry is recorded, or is now. */
type Explain = (deps: ReconcileDeps, entry: BalanceEntry) => Promise<string | undefined>;

/** Compares one change of the balance at the provider with our records, and repairs what it can. */
export const explainBalanceEntry: Explain = async (deps, entry) => {
  const problem = await explanations[entry.kind](deps, entry);
  return problem && `${entry.kind} ${entry.id} of ${entry.amountCents} cents: ${problem}`;
};

const explainCharge: Explain = async (deps, { sourceId = '', feeCents }) => {
  const find = () => findPayment(deps, sourceId);
  let payment = await find();
  if (!payment || payment.state === 'open') {
    const intent = await deps.cardPayments.retrieveIntent(sourceId);
    if (intent) await syncPayment(deps, intent);
    payment = await find();
  }
  if (!payment) return 'no payment has this intent';
  const { id, orderId } = payment;
  if (feeCents > 0) {
    const fee = { key: `provider-fee:${id}`, orderId, cents: feeCents };
    await inTransaction(deps.db, (tx) => postProviderFee(tx, fee));
  }
  return payment.state === 'open' || payment.state === 'canceled'
    ? `the payment is ${payment.state}`
    : undefined;
};

const explainRefund: Explain = async (deps, { sourceId = '', intentId }) => {
  if (intentId === undefined) return 'it is about no intent';
  await syncRefunds(deps, intentId);
  const [recorded] = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.providerRefundId, sourceId));
  if (recorded) return undefined;
  // A payment that could not pay its order is refunded whole, without a row of its own.
  const payment = await findPayment(deps, intentId);
  const isWhole = payment?.state === 'refunded' || payment?.state === 'refund_due';
  return isWhole ? undefined : 'no refund is recorded';
};

const explainDispute: Explain = async (deps, { sourceId = '' }) => {
  await syncChargeback(deps, sourceId);
  const [recorded] = await deps.db
    .select({ id: chargebacks.id })
    .from(chargebacks)
    .where(eq(chargebacks.id, sourceId));
  return recorded ? undefined : 'no payment has the disputed intent';
};

const explainTransfer: Explain = async (deps, { sourceId = '' }) => {
  const [payout] = await deps.db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.transferId, sourceId));
  if (payout || (await recordTransfer(deps, { transferId: sourceId }))) return undefined;
  return 'no payout has this transfer';
};

const explainTopUp: Explain = async ({ db }, { id, amountCents: cents }) => {
  await inTransaction(db, (tx) => postTopUp(tx, { id, cents }));
  return undefined;
};

const explainWithdrawal: Explain = async ({ db }, { id, amountCents }) => {
  const missing = await inTransaction(db, (tx) =>
    postOperatorWithdrawal(tx, { id, cents: 0 - amountCents }),
  );
  return missing > 0 ? `${missing} cents of it belong to buyers and sellers` : undefined;
};

const explainFee: Explain = async ({ db }, { id, amountCents, feeCents }) => {
  const cents = feeCents - amountCents;
  if (cents > 0) await inTransaction(db, (tx) => postProviderFee(tx, { key: `fee:${id}`, cents }));
  return undefined;
};

const explanations: Record<BalanceEntryKind, Explain> = {
  charge: explainCharge,
  refund: explainRefund,
  'refund-failure': explainRefund,
  dispute: explainDispute,
  'dispute-reversal': explainDispute,
  transfer: explainTransfer,
  'transfer-reversal': explainTransfer,
  'top-up': explainTopUp,
  withdrawal: explainWithdrawal,
  fee: explainFee,
  other: async () => 'it is of an unknown kind',
};

async function findPayment({ db, cardPayments }: ReconcileDeps, intentId: string) {
  const [payment] = await db
    .select({ id: payments.id, orderId: payments.orderId, state: payments.state })
    .from(payments)
    .where(and(eq(payments.provider, cardPayments.provider), eq(payments.intentId, intentId)));
  return payment;
}
