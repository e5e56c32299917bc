import { eq } from 'drizzle-orm';
import { ledgerAccounts } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { LedgerAccount } from './accounts.ts';

/** The balance of an account in cents. */
export async function readBalance(tx: Transaction, account: LedgerAccount): Promise<number> {
  const [row] = await tx
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, account));
  return row?.cents ?? 0;
}
