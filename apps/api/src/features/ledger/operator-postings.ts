import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
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
 * Records money that the operator has taken out at the provider, once: from what was paid in, then from
 * the fees.
 *
 * @returns what of it belongs to the buyers and sellers, and is not recorded.
 */
export async function postOperatorWithdrawal(
  tx: Transaction,
  { id, cents }: { id: string; cents: number },
): Promise<number> {
  const key = `withdrawal:${id}`;
  const [recorded] = await tx
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.key, key));
  if (recorded) return 0;
  const paidIn = Math.min(cents, 0 - (await readBalance(tx, 'operator')));
  const earned = Math.min(cents - paidIn, 0 - (await readBalance(tx, 'fees')));
  await postTransaction(tx, {
    type: 'operator-deposit',
    key,
    amounts: { provider: -(paidIn + earned), operator: paidIn, fees: earned },
  });
  return cents - paidIn - earned;
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
