import type { currency } from '@redial/contract';
import type Stripe from 'stripe';
import { AmountRefused } from '../../ports/card-payments.ts';
import type { Payout, PayoutStatus, Transfer } from '../../ports/payouts.ts';
import {
  idOf,
  isRejectedAs,
  isRejection,
  isStripeId,
  requireObject,
  toDate,
  toSeconds,
} from '../card-payments/stripe-client.ts';

/** Metadata that Stripe keeps after it has forgotten an idempotency key. */
const reversalKey = 'idempotencyKey';
const payoutReference = 'reference';

/** How far Stripe's clock may be behind ours. */
const clockToleranceMs = 3600_000;

/** Transfers to an account, at most once per transfer group. */
export async function createTransfer(
  stripe: Stripe,
  input: { accountId: string; amountCents: number; currency: typeof currency; group: string },
): Promise<Transfer> {
  const { accountId, amountCents, group } = input;
  const { data } = await stripe.transfers.list({ transfer_group: group, limit: 1 });
  const transfer =
    data[0] ??
    (await refuseAmounts(() =>
      stripe.transfers.create(
        {
          amount: amountCents,
          currency: input.currency,
          destination: accountId,
          transfer_group: group,
        },
        { idempotencyKey: `transfer:${group}` },
      ),
    ));
  const made = toTransfer(transfer);
  if (made.accountId === accountId && made.amountCents === amountCents) return made;
  throw new Error(`the transfer group ${group} was used with other parameters`);
}

export async function findTransfer(stripe: Stripe, id: string): Promise<Transfer | undefined> {
  if (!isStripeId('tr', id)) return undefined;
  try {
    return toTransfer(await stripe.transfers.retrieve(id));
  } catch (error) {
    if (isRejectedAs(error, 'resource_missing')) return undefined;
    throw error;
  }
}

/** Reverses part or all of a transfer, once per key. */
export async function reverseTransfer(
  stripe: Stripe,
  input: { transferId: string; amountCents: number; idempotencyKey: string },
): Promise<Transfer> {
  const { transferId, amountCents, idempotencyKey } = input;
  const earlier = await findReversal(stripe, transferId, idempotencyKey);
  if (earlier && earlier.amount !== amountCents)
    throw new Error(`the key ${idempotencyKey} was used with another amount`);
  if (!earlier) {
    await refuseAmounts(() =>
      stripe.transfers.createReversal(
        transferId,
        { amount: amountCents, metadata: { [reversalKey]: idempotencyKey } },
        { idempotencyKey },
      ),
    );
  }
  return toTransfer(await stripe.transfers.retrieve(transferId));
}

async function findReversal(stripe: Stripe, transferId: string, key: string) {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 }))
    if (reversal.metadata?.[reversalKey] === key) return reversal;
  return undefined;
}

/** Pays out from an account, at most once per reference. */
export async function createPayout(
  stripe: Stripe,
  input: {
    accountId: string;
    amountCents: number;
    currency: typeof currency;
    reference: string;
    requestedAt: Date;
  },
): Promise<Payout> {
  const { accountId, amountCents, reference, requestedAt } = input;
  const since = new Date(requestedAt.getTime() - clockToleranceMs);
  const earlier = (await listPayouts(stripe, { accountId, since })).find(
    (payout) => payout.reference === reference,
  );
  if (earlier) {
    if (earlier.amountCents === amountCents) return earlier;
    throw new Error(`the reference ${reference} was used with another amount`);
  }
  const payout = await refuseAmounts(() =>
    stripe.payouts.create(
      {
        amount: amountCents,
        currency: input.currency,
        metadata: { [payoutReference]: reference },
      },
      { idempotencyKey: `payout:${reference}`, stripeAccount: accountId },
    ),
  );
  return toPayout(payout, accountId);
}

export async function findPayout(
  stripe: Stripe,
  { accountId, payoutId }: { accountId: string; payoutId: string },
): Promise<Payout | undefined> {
  if (!isStripeId('po', payoutId) || !isStripeId('acct', accountId)) return undefined;
  try {
    const payout = await stripe.payouts.retrieve(payoutId, {}, { stripeAccount: accountId });
    return toPayout(payout, accountId);
  } catch (error) {
    if (isRejectedAs(error, 'resource_missing', 'account_invalid')) return undefined;
    throw error;
  }
}

/** Lists the payouts of an account, oldest first. */
export async function listPayouts(
  stripe: Stripe,
  { accountId, since }: { accountId: string; since: Date },
): Promise<Payout[]> {
  const found: Payout[] = [];
  const payouts = stripe.payouts.list(
    { created: { gte: toSeconds(since) }, limit: 100 },
    { stripeAccount: accountId },
  );
  for await (const payout of payouts) found.push(toPayout(payout, accountId));
  return found.reverse();
}

/** Converts Stripe's refusal of an amount. */
async function refuseAmounts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRejectedAs(error, 'balance_insufficient', 'insufficient_funds'))
      throw new AmountRefused('balance-insufficient', { cause: error });
    if (isRejection(error) && error.param === 'amount')
      throw new AmountRefused('exceeds-remaining', { cause: error });
    throw error;
  }
}

/** @throws if the object is not a transfer. */
function toTransfer(transfer: Stripe.Transfer): Transfer {
  requireObject(transfer, 'transfer');
  return {
    id: transfer.id,
    accountId: idOf(transfer.destination) ?? '',
    amountCents: transfer.amount,
    reversedCents: transfer.amount_reversed,
    group: transfer.transfer_group ?? '',
    createdAt: toDate(transfer.created),
  };
}

const statuses: Record<string, PayoutStatus> = {
  pending: 'pending',
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

/** @throws if the object is not a payout. */
function toPayout(payout: Stripe.Payout, accountId: string): Payout {
  requireObject(payout, 'payout');
  const status = statuses[payout.status];
  if (!status) throw new Error(`the payout ${payout.id} is ${payout.status}`);
  return {
    id: payout.id,
    accountId,
    amountCents: payout.amount,
    status,
    failureCode: payout.failure_code ?? (payout.status === 'canceled' ? 'canceled' : undefined),
    reference: payout.metadata?.[payoutReference],
    arrivesAt: toDate(payout.arrival_date),
    createdAt: toDate(payout.created),
  };
}
