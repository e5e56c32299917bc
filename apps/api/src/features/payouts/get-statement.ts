import { toDollars } from '@redial/contract';
import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions, orders } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { toCsvLine } from '../../platform/csv.ts';
import { parsePeriod } from '../../platform/period.ts';
import type { User } from '../../platform/users.ts';
import { sellerAccountOf } from '../ledger/index.ts';

/** Entries read at a time. */
const batchSize = 500;

/**
 * Streams the statement of a seller's balance as CSV: opening balance, the entries of the period with
 * the balance after each and the fee that was taken before, or given back, closing balance. Memory use does not depend on the length.
 *
 * @param input.from the first day, in UTC.
 * @param input.to the last day, in UTC.
 * @throws Problem `validation.failed` if the period ends before it begins.
 */
export function getStatement(
  { db }: Pick<Deps, 'db'>,
  { id }: User,
  input: { from: string; to: string },
): AsyncIterable<string> {
  return streamStatement(db, sellerAccountOf(id), input, parsePeriod(input));
}

async function* streamStatement(
  db: Deps['db'],
  account: string,
  days: { from: string; to: string },
  period: { from: Date; to: Date },
): AsyncGenerator<string> {
  yield toCsvLine(['date', 'type', 'order', 'product', 'amount', 'balance', 'fee']);
  // What Redial owes is a credit.
  let balance = 0 - (await sumBefore(db, account, period.from));
  yield toCsvLine([days.from, 'opening balance', '', '', '', toDollars(balance), '']);
  let after = 0;
  for (;;) {
    const entries = await readEntries(db, account, period, after);
    let lines = '';
    for (const { id, type, at, cents, feeCents, orderId, productName } of entries) {
      after = id;
      balance -= cents;
      const amount = toDollars(0 - cents);
      const order = [orderId ?? '', productName ?? ''];
      const fee = feeCents === null ? '' : toDollars(0 - Number(feeCents));
      lines += toCsvLine([at.toISOString(), type, ...order, amount, toDollars(balance), fee]);
    }
    yield lines;
    if (entries.length < batchSize) break;
  }
  yield toCsvLine([days.to, 'closing balance', '', '', '', toDollars(balance), '']);
}

async function sumBefore(db: Deps['db'], account: string, before: Date): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.account, account), lt(ledgerTransactions.at, before)));
  return Number(row?.cents ?? 0);
}

/** Keyset pagination by the entry's id. */
const readEntries = (
  db: Deps['db'],
  account: string,
  { from, to }: { from: Date; to: Date },
  after: number,
) =>
  db
    .select({
      id: ledgerEntries.id,
      type: ledgerTransactions.type,
      at: ledgerTransactions.at,
      cents: ledgerEntries.amountCents,
      feeCents: sql<string | null>`(select sum(f.amount_cents) from ${ledgerEntries} f
        where f.transaction_id = ${ledgerTransactions.id} and f.account = 'fees')`,
      orderId: ledgerTransactions.orderId,
      productName: orders.productName,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .leftJoin(orders, eq(orders.id, ledgerTransactions.orderId))
    .where(
      and(
        eq(ledgerEntries.account, account),
        gt(ledgerEntries.id, after),
        gte(ledgerTransactions.at, from),
        lt(ledgerTransactions.at, to),
      ),
    )
    .orderBy(asc(ledgerEntries.id))
    .limit(batchSize);
