import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { lockFunds } from './lock-funds.ts';
import { postTransaction } from './post-transaction.ts';
import { readBalance } from './read-balance.ts';

/**
 * Records money that the operator has paid in at the provider, once. What was advanced for the
 * operator before (see `postWithdrawal`) is settled with it.
 */
export async function postTopUp(
  tx: Transaction,
  { id, cents }: { id: string; cents: number },
): Promise<boolean> {
  const advanced = await advancedCents(tx);
  const isNew = await postTransaction(tx, {
    type: 'operator-deposit',
    key: `top-up:${id}`,
    amounts: { provider: cents, operator: -cents },
  });
  const settled = Math.min(cents, advanced);
  if (isNew && settled > 0) {
    await postTransaction(tx, {
      type: 'operator-deposit',
      key: `advance-settled:${id}`,
      amounts: { provider: -settled, operator: settled },
    });
  }
  return isNew;
}

/**
 * Records money that the operator has taken out at the provider: from what was paid in, then from the
 * fees. What exceeds both belongs to buyers and sellers; it is recorded by a repetition, once the
 * operator has paid it back in.
 *
 * @returns the cents that are not recorded yet.
 */
export async function postOperatorWithdrawal(
  tx: Transaction,
  { id, cents }: { id: string; cents: number },
): Promise<number> {
  await lockFunds(tx);
  let key = `withdrawal:${id}`;
  let missing = cents;
  for (let posted = await takenBy(tx, key); posted > 0; posted = await takenBy(tx, key)) {
    missing -= posted;
    key = `withdrawal:${id}:${cents - missing}`;
  }
  const paidIn = Math.min(missing, 0 - (await readBalance(tx, 'operator')));
  const earned = Math.min(missing - paidIn, 0 - (await readBalance(tx, 'fees')));
  await postTransaction(tx, {
    type: 'operator-deposit',
    key,
    amounts: { provider: -(paidIn + earned), operator: paidIn, fees: earned },
  });
  return missing - paidIn - earned;
}

/** What a transaction took from the funds at the provider, in cents; 0 if there is none. */
async function takenBy(tx: Transaction, key: string): Promise<number> {
  const [row] = await tx
    .select({ cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerTransactions.key, key), eq(ledgerEntries.account, 'provider')));
  return 0 - (row?.cents ?? 0);
}

/** What postings of withdrawals took from the operator, less what top-ups have settled. */
async function advancedCents(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(-sum(${ledgerEntries.amountCents}), 0)` })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.account, 'operator'),
        or(
          ne(ledgerTransactions.type, 'operator-deposit'),
          and(
            gt(ledgerEntries.amountCents, 0),
            sql`${ledgerTransactions.key} like 'advance-settled:%'`,
          ),
        ),
      ),
    );
  return Number(row?.cents ?? 0);
}
