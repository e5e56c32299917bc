import type { Transaction } from '../../platform/transaction.ts';
import { lockFunds } from './lock-funds.ts';
import { postTransaction } from './post-transaction.ts';
import { readBalance } from './read-balance.ts';

/**
 * Lets a fee be given back although the operator has withdrawn the fees: what is missing is the
 * operator's cost. This is a transaction of its own, and not the order's, so that the order's has the
 * whole fee that is given back, and the next refund continues from there.
 *
 * @param key of the transaction that gives the fee back, which is posted next.
 */
export async function coverFees(tx: Transaction, key: string, feeCents = 0): Promise<void> {
  if (feeCents <= 0) return;
  await lockFunds(tx);
  const missing = feeCents + (await readBalance(tx, 'fees'));
  if (missing <= 0) return;
  await postTransaction(tx, {
    type: 'operator-deposit',
    key: `fees-covered:${key}`,
    amounts: { 'provider-fees': missing, fees: -missing },
  });
}
