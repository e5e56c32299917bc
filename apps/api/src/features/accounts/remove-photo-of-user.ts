import { and, eq } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { active, type User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { requireNotConcerned } from '../moderation/index.ts';

/**
 * Removes somebody's photo as a moderator, and notifies the person with the reason. Repeating it changes
 * nothing.
 *
 * @returns the number of photos removed.
 * @throws Problem `user.not-found`, `moderation.person-protected`, `validation.failed`
 */
export async function removePhotoOfUser(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  input: { id: string; reason: string },
): Promise<number> {
  const reason = parseText(input.reason, 'reason', 'Give a reason, which the person reads');
  const removed = await inTransaction(db, async (tx) => {
    const [user] = await tx
      .select({ photoUrl: users.photoUrl })
      .from(users)
      .where(and(eq(users.id, input.id), active))
      .for('no key update');
    if (!user) throw new Problem('user.not-found');
    await requireNotConcerned(tx, { people: [input.id] }, actor);
    if (user.photoUrl === null) return 0;
    await tx.update(users).set({ photoUrl: null }).where(eq(users.id, input.id));
    await recordAction(tx, actor, {
      action: 'photo.removed',
      target: { type: 'user', id: input.id },
      reason,
    });
    await emit(tx, {
      type: 'user.photo-removed',
      userId: input.id,
      reason,
      at: clock.now().toISOString(),
    });
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return removed;
}
