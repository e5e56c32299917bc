import { eq } from 'drizzle-orm';
import { pushSubscriptions } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Deletes the subscriptions of a user who is removed. */
export async function endPushOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
