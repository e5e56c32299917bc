import { eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { identityAccounts, identityUsers } from '../../../db/schema/identity.ts';
import { createSandboxAccount } from './accounts.ts';

/**
 * Finds the Google accounts that were linked through the sandbox. They are recognized by their subject
 * identifier, which the sandbox derives from the e-mail address.
 */
export async function findSandboxLinks(
  db: Database,
): Promise<{ accountId: string; uid: string }[]> {
  const links = await db
    .select({
      accountId: identityAccounts.id,
      uid: identityAccounts.userId,
      subject: identityAccounts.accountId,
      email: identityUsers.email,
    })
    .from(identityAccounts)
    .innerJoin(identityUsers, eq(identityUsers.id, identityAccounts.userId))
    .where(eq(identityAccounts.providerId, 'google'));
  return links
    .filter(({ subject, email }) => createSandboxAccount('', email).sub === subject)
    .map(({ accountId, uid }) => ({ accountId, uid }));
}
