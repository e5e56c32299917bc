import { and, eq, isNotNull } from 'drizzle-orm';
import { reports } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Deletes what a person wrote in reports, in the transaction that deletes the account. */
export async function eraseReportTexts(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(reports)
    .set({ text: null })
    .where(and(eq(reports.reporter, `user:${userId}`), isNotNull(reports.text)));
}
