import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { identityVerifications } from '../../db/schema/identity.ts';

/**
 * Ends the sign-ins of an account that were begun and wait for a code, and all its mailed links: the
 * password that began them is no longer the one of the account.
 */
export async function endChallenges(db: Executor, uid: string): Promise<void> {
  await db.delete(identityVerifications).where(eq(identityVerifications.value, uid));
}
