import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/transaction.ts';
import { type LedgerPosting, postTransaction } from './post-transaction.ts';
import { readBalance } from './read-balance.ts';

/** Key of the advisory lock under which the funds at the provider are read and taken from. */
const fundsLock = 7_305_119;

/**
 * Posts a transaction that takes from the funds at the provider. The provider takes what is missing
 * there from the operator, so that much is recorded as paid in. Such postings run one after the other,
 * or two of them could see the same funds.
 */
export async function postWithdrawal(
  tx: Transaction,
  cents: number,
  posting: LedgerPosting,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${fundsLock})`);
  const missing = cents - (await readBalance(tx, 'provider'));
  if (missing <= 0) return postTransaction(tx, posting);
  const amounts = {
    ...posting.amounts,
    provider: (posting.amounts.provider ?? 0) + missing,
    operator: -missing,
  };
  return postTransaction(tx, { ...posting, amounts });
}
