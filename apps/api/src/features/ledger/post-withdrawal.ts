import type { Transaction } from '../../platform/transaction.ts';
import { lockFunds } from './lock-funds.ts';
import { type LedgerPosting, postTransaction } from './post-transaction.ts';
import { readBalance } from './read-balance.ts';

/**
 * Posts a transaction that takes from the funds at the provider. The provider takes what is missing
 * there from the operator, so that much is recorded as paid in.
 */
export async function postWithdrawal(
  tx: Transaction,
  cents: number,
  posting: LedgerPosting,
): Promise<boolean> {
  await lockFunds(tx);
  const missing = cents - (await readBalance(tx, 'provider'));
  if (missing <= 0) return postTransaction(tx, posting);
  const amounts = {
    ...posting.amounts,
    provider: (posting.amounts.provider ?? 0) + missing,
    operator: -missing,
  };
  return postTransaction(tx, { ...posting, amounts });
}
