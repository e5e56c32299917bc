import { sql } from 'drizzle-orm';
import { ledgerEntries, ledgerTransactions } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { LedgerAccount } from './accounts.ts';

/** First key of the advisory locks under which sellers' accounts are debited. */
const debitLock = 7_305_120;

export type LedgerTransactionType = typeof ledgerTransactions.$inferInsert.type;

export interface LedgerPosting {
  readonly type: LedgerTransactionType;
  readonly orderId?: string | undefined;
  /** Identifies what is recorded, such as `release:{orderId}`. */
  readonly key: string;
  /** Cents by account: debits positive, credits negative. Zeros are left out; the sum is zero. */
  readonly amounts: Readonly<Partial<Record<LedgerAccount, number>>>;
}

/**
 * Posts a transaction to the ledger, in the database transaction of the change that it records. Locks
 * the accounts until that ends, so call it last. The database refuses a sum other than zero.
 *
 * @returns whether it was posted now; `false` if there is a transaction with this key.
 */
export async function postTransaction(tx: Transaction, posting: LedgerPosting): Promise<boolean> {
  const { type, orderId, key, amounts } = posting;
  const entries = Object.entries(amounts).filter(([, cents]) => cents !== 0);
  if (entries.length === 0) return false;
  await lockDebitedSellers(tx, entries);
  const [posted] = await tx
    .insert(ledgerTransactions)
    .values({ type, orderId, key })
    .onConflictDoNothing({ target: ledgerTransactions.key })
    .returning({ id: ledgerTransactions.id });
  if (!posted) return false;
  await tx.insert(ledgerEntries).values(
    entries.map(([account, amountCents = 0]) => ({
      transactionId: posted.id,
      account,
      amountCents,
    })),
  );
  return true;
}

/**
 * Makes debits of a seller's account run one after the other, so that the order of their ids is that in
 * which they changed the balance: the checks recompute it in this order.
 */
async function lockDebitedSellers(
  tx: Transaction,
  entries: readonly (readonly [string, number | undefined])[],
): Promise<void> {
  for (const [account, cents = 0] of entries) {
    if (cents <= 0 || !account.startsWith('seller:')) continue;
    await tx.execute(sql`select pg_advisory_xact_lock(${debitLock}, hashtext(${account}))`);
  }
}
