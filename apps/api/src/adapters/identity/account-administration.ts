import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identitySessions, identityUsers } from '../../db/schema/identity.ts';
import type { AccountAdministration } from '../../ports/identity.ts';

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
