import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';

/**
 * How a user signs in, for the record of a deleted seller. Asks the identity provider, so it is not to
 * be called in a transaction.
 *
 * @returns an empty list for an unknown user, and if an external provider stores the accounts.
 */
export async function findSignInMethods(
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  userId: string,
): Promise<{ provider: string; accountId: string }[]> {
  const [user] = await db
    .select({ uid: users.identityUid })
    .from(users)
    .where(eq(users.id, userId));
  const account = user && (await identity.findAccountData?.(user.uid));
  return account?.methods.map(({ provider, accountId }) => ({ provider, accountId })) ?? [];
}
