import { and, eq, gte, ne } from 'drizzle-orm';
import {
  identityAccounts,
  identityPasskeys,
  identityTwoFactors,
  identityUsers,
} from '../../db/schema/identity.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Removes everything but the password that was added to an account for signing in since a time: passkeys,
 * an authenticator app, and Google. What the account had before stays, so that the old mailbox alone does not
 * get past the second factor of the owner.
 */
export async function removeLaterCredentials(
  tx: Transaction,
  uid: string,
  since: Date,
): Promise<void> {
  await tx
    .delete(identityPasskeys)
    .where(and(eq(identityPasskeys.userId, uid), gte(identityPasskeys.createdAt, since)));
  await tx
    .delete(identityAccounts)
    .where(
      and(
        eq(identityAccounts.userId, uid),
        ne(identityAccounts.providerId, 'credential'),
        gte(identityAccounts.createdAt, since),
      ),
    );
  const { rowCount } = await tx
    .delete(identityTwoFactors)
    .where(and(eq(identityTwoFactors.userId, uid), gte(identityTwoFactors.createdAt, since)));
  if (!rowCount) return;
  await tx.update(identityUsers).set({ twoFactorEnabled: false }).where(eq(identityUsers.id, uid));
}
