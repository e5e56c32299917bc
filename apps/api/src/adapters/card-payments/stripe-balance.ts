import type Stripe from 'stripe';
import type { BalanceEntry, BalanceEntryKind } from '../../ports/card-payments.ts';
import { idOf, toDate, toSeconds } from './stripe-client.ts';

/** Stripe's reporting categories, https://docs.stripe.com/reports/reporting-categories */
const kinds: Record<string, BalanceEntryKind> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund-failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute-reversal',
  transfer: 'transfer',
  transfer_reversal: 'transfer-reversal',
  topup: 'top-up',
  topup_reversal: 'withdrawal',
  payout: 'withdrawal',
  payout_reversal: 'top-up',
  fee: 'fee',
  network_cost: 'fee',
};

/** Returns Stripe's fee for an intent's charge, once its balance transaction exists. */
export async function findFee(stripe: Stripe, intentId: string): Promise<number | undefined> {
  const intent = await stripe.paymentIntents.retrieve(intentId, {
    expand: ['latest_charge.balance_transaction'],
  });
  const charge = intent.latest_charge;
  if (intent.status !== 'succeeded' || typeof charge !== 'object') return undefined;
  const transaction = charge?.balance_transaction;
  return typeof transaction === 'object' ? transaction?.fee : undefined;
}

/** Lists the changes of the platform's balance, newest first. */
export async function* listBalanceEntries(
  stripe: Stripe,
  { from, to }: { from: Date; to: Date },
): AsyncIterable<BalanceEntry> {
  const created = { gte: toSeconds(from), lt: toSeconds(to) };
  const transactions = stripe.balanceTransactions.list({
    created,
    limit: 100,
    expand: ['data.source'],
  });
  for await (const transaction of transactions) {
    yield {
      id: transaction.id,
      kind: kinds[transaction.reporting_category] ?? 'other',
      amountCents: transaction.amount,
      feeCents: transaction.fee,
      sourceId: sourceOf(transaction.source),
      intentId: refundedIntent(transaction.source),
      at: toDate(transaction.created),
    };
  }
}

function refundedIntent(source: Stripe.BalanceTransaction['source']): string | undefined {
  const isRefund = source !== null && typeof source === 'object' && source.object === 'refund';
  return isRefund ? idOf(source.payment_intent) : undefined;
}

/** A charge is known by its intent, and a reversal by its transfer. */
function sourceOf(source: Stripe.BalanceTransaction['source']): string | undefined {
  if (source === null || typeof source === 'string') return source ?? undefined;
  if (source.object === 'charge') return idOf(source.payment_intent) ?? source.id;
  if (source.object === 'transfer_reversal') return idOf(source.transfer);
  return source.id;
}
