import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';

/**
 * Ends all sessions of a person, and with them the marketplace tokens. Recorded first: if the identity
 * provider fails, the admin reads so and repeats it.
 *
 * @returns 1
 * @throws Problem `user.not-found`
 * @throws IdentityUnavailable
 */
export async function endPersonSessions(
  { db, accounts }: Pick<Deps, 'db' | 'accounts'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  const uid = await inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ uid: users.identityUid })
      .from(users)
      .where(and(eq(users.id, id), active));
    if (!user) throw new Problem('user.not-found');
    await recordAction(tx, actor, { action: 'user.signed-out', target: { type: 'user', id } });
    return user.uid;
  });
  await accounts.endSessions(uid);
  return 1;
}
