import { normalizeEmail } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import type { SecondFactorAdministration } from '../../ports/identity.ts';
import { recordAction } from '../audit/index.ts';

/**
 * Removes the second factor of a user who has lost the authenticator app and the recovery codes, and ends
 * all sessions. Used by the operator's command only, who has made sure who is asking. The owner is notified.
 *
 * @param deps.accountsIn the identity provider's accounts, changed in a transaction.
 * @param input.email of a user who has signed up.
 * @returns `unchanged` if there is no second factor.
 */
export async function resetSecondFactor(
  {
    db,
    clock,
    accountsIn,
  }: Pick<Deps, 'db' | 'clock'> & {
    accountsIn: (tx: Transaction) => SecondFactorAdministration;
  },
  actor: 'operator',
  { email }: { email: string },
): Promise<'not-found' | 'unchanged' | 'changed'> {
  return inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ id: users.id, uid: users.identityUid, email: users.email })
      .from(users)
      .where(and(eq(users.emailKey, normalizeEmail(email) ?? ''), active));
    if (!user) return 'not-found';
    if (!(await accountsIn(tx).removeSecondFactor(user.uid))) return 'unchanged';
    await recordAction(tx, actor, {
      action: 'second-factor.reset',
      target: { type: 'user', id: user.id },
    });
    const at = clock.now().toISOString();
    await emit(tx, { type: 'two-factor.off', uid: user.uid, email: user.email, at });
    return 'changed';
  });
}
