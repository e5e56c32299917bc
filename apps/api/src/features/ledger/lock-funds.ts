import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/transaction.ts';

/** Key of the advisory lock. */
const fundsLock = 7_305_119;

/**
 * Makes postings that take from the funds at the provider, or from what the operator has there, run one
 * after the other, or two of them could see the same money.
 */
export async function lockFunds(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${fundsLock})`);
}
