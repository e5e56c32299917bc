import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityPasskeys, identitySessions, identityUsers } from '../../db/schema/identity.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { AccountAdministration, SecondFactorAdministration } from '../../ports/identity.ts';
import { removeTwoFactor } from './two-factor.ts';

/** Administration of the embedded provider's accounts, without starting the provider. */
export function createAccountAdministration(db: Database): AccountAdministration {
  return {
    isEmailVerified: async (uid) => {
      const [account] = await db
        .select({ emailVerified: identityUsers.emailVerified })
        .from(identityUsers)
        .where(eq(identityUsers.id, uid));
      return account?.emailVerified === true;
    },
    endSessions: async (uid) => {
      await db.delete(identitySessions).where(eq(identitySessions.userId, uid));
    },
  };
}

/** Administration of the embedded provider's second factors, in a transaction. */
export const createSecondFactorAdministration = (tx: Transaction): SecondFactorAdministration => ({
  removeSecondFactor: async (uid) => {
    const { rowCount } = await tx.delete(identityPasskeys).where(eq(identityPasskeys.userId, uid));
    const hadTwoFactor = (await removeTwoFactor(tx, { uid, sessionId: '' })) !== undefined;
    if (!rowCount || hadTwoFactor) return hadTwoFactor;
    await tx.delete(identitySessions).where(eq(identitySessions.userId, uid));
    return true;
  },
});
