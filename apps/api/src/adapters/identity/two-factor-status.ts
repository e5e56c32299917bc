import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { identityUsers } from '../../db/schema/identity.ts';

/** Whether an account has a second factor. Waits for a transaction that is switching it on or off. */
export async function isTwoFactorOn(db: Executor, uid: string): Promise<boolean> {
  const [user] = await db
    .select({ enabled: identityUsers.twoFactorEnabled })
    .from(identityUsers)
    .where(eq(identityUsers.id, uid))
    .for('share');
  return user?.enabled === true;
}
