import { type Balance, toDollars } from '@redial/contract';
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import {
  ledgerEntries,
  ledgerTransactions,
  orders,
  payoutAccounts,
  payouts,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { Settings } from '../../settings.ts';
import { arePayoutsSuspended, sellerAccountOf } from '../ledger/index.ts';
import { heldOrderStates } from '../orders/index.ts';
import { isBalanceHeld } from './balance-hold.ts';
import { getBalanceCents, getHeldCents } from './balances.ts';

const historyLength = 50;
const payoutsListed = 20;

/**
 * Returns the caller's balance, in one snapshot of the database. Its cost does not depend on the length
 * of the history.
 *
 * @param input.before the id of the entry before which the history continues.
 */
export function getBalance(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { before?: number },
): Promise<Balance> {
  return db.transaction((tx) => readBalance(tx, settings, actor, input.before), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readBalance(
  tx: Transaction,
  settings: Settings,
  actor: User,
  before: number | undefined,
): Promise<Balance> {
  const available = await getBalanceCents(tx, actor.id);
  const history = await historyOf(tx, actor, before);
  const last = history.length === historyLength ? history.at(-1) : undefined;
  const made = await payoutsOf(tx, actor);
  return {
    available: toDollars(available),
    onHold: toDollars(await getHeldCents(tx, actor.id)),
    inEscrow: toDollars(await sumOfOpenSales(tx, actor)),
    inFlight: toDollars(await sumOfOpenPayouts(tx, actor)),
    minimumPayout: toDollars(settings.trade.payoutMinimumCents),
    suspended: await arePayoutsSuspended(tx),
    held: await isBalanceHeld(tx, actor),
    payouts: made.map((payout) => ({
      _id: payout.id,
      amount: toDollars(payout.amountCents),
      state: payout.state,
      failureCode: payout.failureCode,
      requestedAt: payout.requestedAt.toISOString(),
      arrivesAt: payout.arrivesAt?.toISOString() ?? null,
    })),
    failedPayout: await findFailedPayout(tx, actor, made[0]),
    history: history.map(({ id, type, at, cents, orderId, productName }) => ({
      _id: id,
      type,
      at: at.toISOString(),
      // What Redial owes is a credit.
      amount: toDollars(0 - cents),
      orderId,
      productName,
    })),
    nextBefore: last?.id ?? null,
  };
}

/**
 * The id of the last payout, if it failed and the seller has not settled the matter since: by
 * requesting another payout, or by changing the account or having it verified anew.
 */
async function findFailedPayout(
  tx: Transaction,
  { id: userId }: User,
  last: typeof payouts.$inferSelect | undefined,
): Promise<string | null> {
  if (last?.state === 'returning') return last.id;
  if (last?.state !== 'failed') return null;
  const changed = await tx
    .select({ id: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(
      and(
        eq(payoutAccounts.userId, userId),
        eq(payoutAccounts.status, 'enabled'),
        gt(payoutAccounts.changedAt, last.changedAt),
      ),
    );
  return changed.length > 0 ? null : last.id;
}

const historyOf = (db: Transaction, { id }: User, before: number | undefined) =>
  db
    .select({
      id: ledgerEntries.id,
      type: ledgerTransactions.type,
      at: ledgerTransactions.at,
      cents: ledgerEntries.amountCents,
      orderId: ledgerTransactions.orderId,
      productName: orders.productName,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .leftJoin(orders, eq(orders.id, ledgerTransactions.orderId))
    .where(
      and(
        eq(ledgerEntries.account, sellerAccountOf(id)),
        before === undefined ? undefined : lt(ledgerEntries.id, before),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(historyLength);

const payoutsOf = (db: Transaction, { id }: User) =>
  db
    .select()
    .from(payouts)
    .where(eq(payouts.userId, id))
    .orderBy(desc(payouts.requestedAt), desc(payouts.id))
    .limit(payoutsListed);

async function sumOfOpenSales(db: Transaction, { id }: User): Promise<number> {
  const [row] = await db
    .select({
      cents: sql<string>`coalesce(sum(${orders.priceCents} - ${orders.refundedCents}), 0)`,
    })
    .from(orders)
    .where(and(eq(orders.sellerId, id), inArray(orders.state, [...heldOrderStates])));
  return Number(row?.cents ?? 0);
}

async function sumOfOpenPayouts(db: Transaction, { id }: User): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${payouts.amountCents}), 0)` })
    .from(payouts)
    .where(
      and(
        eq(payouts.userId, id),
        inArray(payouts.state, ['requested', 'transferred', 'paying', 'returning']),
      ),
    );
  return Number(row?.cents ?? 0);
}
