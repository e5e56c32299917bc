import { currency, negativeBalance } from '@redial/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventType } from '../../events.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { AmountRefused } from '../../ports/card-payments.ts';
import { type Payout, PayoutsUnavailable } from '../../ports/payouts.ts';
import {
  arePayoutsSuspended,
  postPayoutSettled,
  postTransaction,
  sellerAccountOf,
} from '../ledger/index.ts';
import { isPayoutHeld } from './balance-hold.ts';
import { getBalanceCents, getHeldCents } from './balances.ts';

type PayoutRow = typeof payouts.$inferSelect;
type PayoutDeps = Pick<Deps, 'db' | 'payouts' | 'log'>;

/** Steps until a payout waits for the provider, at most. */
const maxSteps = 5;

/**
 * Takes a payout as far as it goes now: transfers the money to the seller's account at the provider,
 * pays it out, and records the outcome; the money of a failed payout is moved back. The event of the
 * request, webhooks and the job call this in any order and concurrently: each step is idempotent at the
 * provider and changes the row once, so a crash between any two steps repeats at most one call.
 *
 * @throws PayoutsUnavailable, and what the database throws; it is repeated later.
 */
export async function advancePayout(
  deps: PayoutDeps,
  { payoutId }: { payoutId: string },
): Promise<void> {
  for (let step = 0; step < maxSteps; step++) {
    const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, payoutId));
    if (!payout || payout.provider !== deps.payouts.provider) return;
    if (!(await takeStep(deps, payout))) return;
  }
}

/** @returns whether there may be another step now. */
async function takeStep(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  try {
    if (payout.state === 'requested') return await transfer(deps, payout);
    if (payout.state === 'transferred') {
      if (payout.failureCode === negativeBalance) return await takeBack(deps, payout);
      return await pay(deps, payout);
    }
    if (payout.state === 'paying' || payout.state === 'settled') return await follow(deps, payout);
    if (payout.state === 'returning') return await bringBack(deps, payout);
    return false;
  } catch (error) {
    // What cannot be recorded is not rejected: the step is repeated, and the provider takes it once.
    if (!(error instanceof AmountRefused || error instanceof Rejected)) throw error;
    deps.log.error({ err: error, payoutId: payout.id }, 'the provider rejects a payout');
    return reject(deps, payout, error);
  }
}

/** The provider understood a request and rejected it; nothing else ends a payout. */
class Rejected extends Error {
  override readonly name = 'Rejected';
}

/**
 * Makes a request to the provider.
 *
 * @throws PayoutsUnavailable, AmountRefused
 * @throws Rejected for all other errors of the provider.
 */
async function ask<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof PayoutsUnavailable || error instanceof AmountRefused) throw error;
    throw new Rejected('the provider rejects the request', { cause: error });
  }
}

async function transfer(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  const { db } = deps;
  if (await arePayoutsSuspended(db)) return false;
  const { accountId, amountCents, id, userId } = payout;
  // The job tries again: a payout goes on once the balance is no longer held.
  if (await isPayoutHeld(db, userId)) return false;
  const { id: transferId } = await ask(
    deps.payouts.transfer({ accountId, amountCents, currency, group: id }),
  );
  return inTransaction(db, (tx) =>
    change(tx, payout, ['requested'], { state: 'transferred', transferId }),
  );
}

/**
 * Pays out, unless a late refund or a chargeback since the request has left less in the balance than
 * what is held for open chargebacks.
 */
async function pay(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  const { db } = deps;
  // Read first: a chargeback that is lost in between would otherwise be missing in both.
  const held = await getHeldCents(db, payout.userId);
  if ((await getBalanceCents(db, payout.userId)) >= held) return createPayout(deps, payout);
  return inTransaction(db, (tx) =>
    change(tx, payout, ['transferred'], { state: 'transferred', failureCode: negativeBalance }),
  );
}

async function createPayout(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  const { accountId, amountCents, id, requestedAt } = payout;
  const made = await ask(
    deps.payouts.createPayout({ accountId, amountCents, currency, reference: id, requestedAt }),
  );
  return inTransaction(deps.db, (tx) =>
    change(tx, payout, ['transferred'], {
      state: 'paying',
      providerPayoutId: made.id,
      arrivesAt: made.arrivesAt,
      failureCode: null,
    }),
  );
}

/** Reverses the transfer of a seller whose balance does not suffice, unless the payout has left. */
async function takeBack(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  try {
    await reverseTransfer(deps, payout);
  } catch (error) {
    // The payout was created, and a crash or an outage kept this from being recorded.
    if (error instanceof AmountRefused) return createPayout(deps, payout);
    throw error;
  }
  return inTransaction(deps.db, (tx) =>
    change(tx, payout, ['transferred'], { state: 'returning' }),
  );
}

/** Records what has become of a payout at the provider. */
async function follow(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  const { accountId, providerPayoutId, state } = payout;
  if (providerPayoutId === null) return false;
  const current = await ask(deps.payouts.retrievePayout({ accountId, payoutId: providerPayoutId }));
  if (current?.status === 'failed') return fail(deps, payout, current);
  if (current?.status !== 'paid' || state === 'settled') return false;
  const { id, userId, amountCents } = payout;
  await inTransaction(deps.db, async (tx) => {
    const settled = { state: 'settled', settledAt: sql`now()` } as const;
    if (!(await change(tx, payout, ['paying'], settled, 'payout.settled'))) return;
    await postPayoutSettled(tx, { payoutId: id, cents: amountCents });
  });
  deps.log.debug({ payoutId: id, userId }, 'payout settled');
  return false;
}

/** The bank refused or returned the money: it is in the seller's account at the provider again. */
const fail = (deps: PayoutDeps, payout: PayoutRow, { failureCode }: Payout): Promise<boolean> =>
  inTransaction(deps.db, (tx) =>
    change(tx, payout, ['paying', 'settled'], {
      state: 'returning',
      failureCode: failureCode ?? 'unknown',
    }),
  );

/** Moves the money of a failed payout back, at the provider and then in the ledger. */
async function bringBack(deps: PayoutDeps, payout: PayoutRow): Promise<boolean> {
  await reverseTransfer(deps, payout);
  await inTransaction(deps.db, (tx) => recordFailure(tx, payout));
  return false;
}

/**
 * Moves the money in the seller's account at the provider back to the marketplace's, once.
 *
 * @throws AmountRefused if it is no longer there.
 */
async function reverseTransfer(deps: PayoutDeps, { id, transferId }: PayoutRow): Promise<void> {
  const transferred = transferId ? await ask(deps.payouts.retrieveTransfer(transferId)) : undefined;
  if (!transferred || transferred.reversedCents >= transferred.amountCents) return;
  await ask(
    deps.payouts.reverseTransfer({
      transferId: transferred.id,
      amountCents: transferred.amountCents - transferred.reversedCents,
      idempotencyKey: `payout-return:${id}`,
    }),
  );
}

/**
 * Handles a rejection. Too little money at the provider can be there later. Anything else ends the
 * payout; money that was transferred comes back first.
 */
async function reject(deps: PayoutDeps, payout: PayoutRow, error: unknown): Promise<boolean> {
  const { db } = deps;
  if (error instanceof AmountRefused || payout.state === 'returning') {
    await db.update(payouts).set({ changedAt: sql`now()` }).where(eq(payouts.id, payout.id));
    return false;
  }
  if (payout.state === 'requested') {
    await inTransaction(db, (tx) => recordFailure(tx, { ...payout, failureCode: 'rejected' }));
    return false;
  }
  if (payout.state !== 'transferred') return false;
  return inTransaction(db, (tx) =>
    change(tx, payout, ['transferred'], { state: 'returning', failureCode: 'rejected' }),
  );
}

/** Ends a payout without success: the amount is in the seller's balance again. */
async function recordFailure(tx: Transaction, payout: PayoutRow): Promise<void> {
  const { id, userId, amountCents, failureCode, settledAt } = payout;
  const failed = { state: 'failed', failureCode } as const;
  if (!(await change(tx, payout, ['requested', 'returning'], failed, 'payout.failed'))) return;
  await postTransaction(tx, {
    type: 'payout-failed',
    key: `payout-failed:${id}`,
    amounts: {
      [settledAt ? 'provider' : 'payouts']: amountCents,
      [sellerAccountOf(userId)]: -amountCents,
    },
  });
}

/** Changes a payout if it is in one of the states, with its domain event. */
async function change(
  tx: Transaction,
  { id, userId }: PayoutRow,
  from: readonly PayoutRow['state'][],
  values: { state: PayoutRow['state'] } & Record<string, unknown>,
  event?: Extract<DomainEventType, 'payout.settled' | 'payout.failed'>,
): Promise<boolean> {
  const [changed] = await tx
    .update(payouts)
    .set({ ...values, changedAt: sql`now()` })
    .where(and(eq(payouts.id, id), inArray(payouts.state, [...from])))
    .returning({ id: payouts.id });
  if (changed && event) await emit(tx, { type: event, payoutId: id, userId });
  return changed !== undefined;
}
