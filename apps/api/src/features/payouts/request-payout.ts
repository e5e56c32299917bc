import { currency, toCents } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { payoutAccounts, payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isCheckViolation } from '../../platform/database-errors.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { arePayoutsSuspended, postTransaction, sellerAccountOf } from '../ledger/index.ts';
import { isBalanceHeld } from './balance-hold.ts';
import { getBalanceCents, getHeldCents } from './balances.ts';

/** The states of payouts on their way to the bank, of which a seller has one at a time. */
const outgoingStates = ['requested', 'transferred', 'paying'] as const;

/**
 * Requests a payout: the amount leaves the seller's balance in the ledger at once, and the provider is
 * called after the commit (`advancePayout`). Requests of a seller run one after the other. A repeated
 * request for the amount of the open payout returns that one, so a double click pays out once.
 *
 * @param input.amount dollars; by default all that is available.
 * @returns the payout's id.
 * @throws Problem `payout-account.not-enabled`, `payout.in-progress`, `payout.exceeds-balance`,
 *   `payout.too-small`, `payout.held`, `payout.suspended`
 */
export async function requestPayout(
  deps: Pick<Deps, 'db' | 'payouts' | 'jobs' | 'settings'>,
  actor: User,
  input: { amount?: number },
): Promise<string> {
  const id = await inTransaction(deps.db, (tx) => request(tx, deps, actor, input)).catch(
    (error: unknown) => {
      // A refund took from the balance meanwhile: the ledger refuses what exceeds it.
      throw isCheckViolation(error) ? new Problem('payout.exceeds-balance') : error;
    },
  );
  deps.jobs.trigger('dispatch-outbox');
  return id;
}

async function request(
  tx: Transaction,
  deps: Pick<Deps, 'payouts' | 'settings'>,
  actor: User,
  input: { amount?: number },
): Promise<string> {
  const { suspended } = await lockActiveUser(tx, actor, 'no key update');
  const open = await findOpenPayout(tx, actor);
  if (open) return requireSameAmount(open, input.amount);
  const accountId = await requireEnabledAccount(tx, deps, actor);
  if (await isBalanceHeld(tx, { id: actor.id, suspended })) throw new Problem('payout.held');
  if (await arePayoutsSuspended(tx)) throw new Problem('payout.suspended');
  const amountCents = await requireAmount(tx, deps, actor, input.amount);
  const payoutId = newId();
  await tx.insert(payouts).values({
    id: payoutId,
    userId: actor.id,
    provider: deps.payouts.provider,
    accountId,
    amountCents,
  });
  await emit(tx, { type: 'payout.requested', payoutId, userId: actor.id });
  await postTransaction(tx, {
    type: 'payout',
    key: `payout:${payoutId}`,
    amounts: { [sellerAccountOf(actor.id)]: amountCents, payouts: -amountCents },
  });
  return payoutId;
}

async function findOpenPayout(tx: Transaction, { id }: User) {
  const [open] = await tx
    .select({ id: payouts.id, amountCents: payouts.amountCents })
    .from(payouts)
    .where(and(eq(payouts.userId, id), inArray(payouts.state, [...outgoingStates])));
  return open;
}

/** Without an amount, the open payout already has all that there was. */
function requireSameAmount(
  open: { id: string; amountCents: number },
  amount: number | undefined,
): string {
  if (amount === undefined || toCents(amount) === open.amountCents) return open.id;
  throw new Problem(
    'payout.in-progress',
    'Another payout is on its way: request the next one when it has arrived',
  );
}

async function requireEnabledAccount(
  tx: Transaction,
  { payouts: provider }: Pick<Deps, 'payouts'>,
  { id }: User,
): Promise<string> {
  const [account] = await tx.select().from(payoutAccounts).where(eq(payoutAccounts.userId, id));
  const isEnabled = account?.status === 'enabled' && account.provider === provider.provider;
  if (!isEnabled || account.accountId === null) throw new Problem('payout-account.not-enabled');
  return account.accountId;
}

async function requireAmount(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  { id }: User,
  amount: number | undefined,
): Promise<number> {
  const { payoutMinimumCents } = settings.trade;
  const available = (await getBalanceCents(tx, id)) - (await getHeldCents(tx, id));
  const cents = amount === undefined ? available : toCents(amount);
  if (cents === undefined || cents < payoutMinimumCents) {
    const minimum = toMoney(payoutMinimumCents);
    throw new Problem('payout.too-small', `A payout is at least ${minimum}`, 'body.amount');
  }
  if (cents > available) {
    const detail = `This is more than your available balance of ${toMoney(Math.max(0, available))}`;
    throw new Problem('payout.exceeds-balance', detail, 'body.amount');
  }
  return cents;
}

const toMoney = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
