import { type Balance, toDollars } from '@redial/contract';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions, orders, payouts } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { arePayoutsSuspended, sellerAccountOf } from '../ledger/index.ts';
import { heldOrderStates } from '../orders/index.ts';
import { getBalanceCents, getHeldCents } from './balances.ts';

const historyLength = 50;
const payoutsListed = 20;

/**
 * Returns the caller's balance. Its cost does not depend on the length of the history.
 *
 * @param input.before the id of the entry before which the history continues.
 */
export async function getBalance(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User,
  input: { before?: number },
): Promise<Balance> {
  const available = await getBalanceCents(db, actor.id);
  const history = await historyOf(db, actor, input.before);
  const last = history.length === historyLength ? history.at(-1) : undefined;
  return {
    available: toDollars(available),
    onHold: toDollars(await getHeldCents(db, actor.id)),
    inEscrow: toDollars(await sumOfOpenSales(db, actor)),
    inFlight: toDollars(await sumOfOpenPayouts(db, actor)),
    minimumPayout: toDollars(settings.trade.payoutMinimumCents),
    suspended: await arePayoutsSuspended(db),
    payouts: (await payoutsOf(db, actor)).map((payout) => ({
      _id: payout.id,
      amount: toDollars(payout.amountCents),
      state: payout.state,
      failureCode: payout.failureCode,
      requestedAt: payout.requestedAt.toISOString(),
      arrivesAt: payout.arrivesAt?.toISOString() ?? null,
    })),
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

type Db = Deps['db'];

const historyOf = (db: Db, { id }: User, before: number | undefined) =>
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

const payoutsOf = (db: Db, { id }: User) =>
  db
    .select()
    .from(payouts)
    .where(eq(payouts.userId, id))
    .orderBy(desc(payouts.requestedAt), desc(payouts.id))
    .limit(payoutsListed);

async function sumOfOpenSales(db: Db, { id }: User): Promise<number> {
  const [row] = await db
    .select({
      cents: sql<string>`coalesce(sum(${orders.priceCents} - ${orders.refundedCents}), 0)`,
    })
    .from(orders)
    .where(and(eq(orders.sellerId, id), inArray(orders.state, [...heldOrderStates])));
  return Number(row?.cents ?? 0);
}

async function sumOfOpenPayouts(db: Db, { id }: User): Promise<number> {
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
