import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { hasHeldOrderWith, refundOrdersOfUser } from '../orders/index.ts';
import { deactivateUser } from './deactivate-user.ts';
import { findSignInMethods } from './sign-in-methods.ts';

/**
 * Deletes a buyer or seller (soft delete). Name and e-mail are kept, so that the removed user cannot
 * sign up again with the same address. Unpaid orders end; paid ones that were not handed over are
 * refunded; those under way go on to their end. Who sold something lately leaves a sealed record of
 * their identity. Nobody deletes the other party of an order whose money is held.
 *
 * @throws Problem `user.not-found`, `user.is-admin`, `moderation.person-protected`
 */
export async function deleteUser(
  { db, jobs, settings, identity }: Pick<Deps, 'db' | 'jobs' | 'settings' | 'identity'>,
  actor: User,
  { id }: { id: string },
): Promise<void> {
  const signInMethods = await findSignInMethods({ db, identity }, id);
  await inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, id), active))
      .for('update');
    if (user?.role === 'admin') throw new Problem('user.is-admin');
    if (await hasHeldOrderWith(tx, actor.id, [id]))
      throw new Problem('moderation.person-protected');
    // Before the products are removed: a refunded one is among the unsold.
    await refundOrdersOfUser(tx, settings, { userId: id, actorId: actor.id });
    const account = { userId: id, deletedBy: 'admin', signInMethods } as const;
    if (!(await deactivateUser(tx, settings, account))) throw new Problem('user.not-found');
    await recordAction(tx, actor, { action: 'user.deleted', target: { type: 'user', id } });
  });
  jobs.trigger('expire-orders');
  jobs.trigger('dispatch-outbox');
}
