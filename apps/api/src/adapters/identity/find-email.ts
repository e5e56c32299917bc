import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { identityUsers } from '../../db/schema/identity.ts';

/** The address of an account; undefined if it was deleted. */
export async function findEmail(db: Executor, uid: string): Promise<string | undefined> {
  const [user] = await db
    .select({ email: identityUsers.email })
    .from(identityUsers)
    .where(eq(identityUsers.id, uid));
  return user?.email;
}
