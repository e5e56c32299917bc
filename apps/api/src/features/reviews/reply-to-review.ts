import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { reviews } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';

/**
 * Adds the reply of the person whom a published review is about. Repeating the same call changes
 * nothing.
 *
 * @returns the number of changed reviews.
 * @throws Problem `review.not-found`, `review.replied`, `validation.failed`, `account.suspended`
 */
export async function replyToReview(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { id: string; text: string },
): Promise<number> {
  const reply = parseText(input.text, 'text', 'Write something');
  const isOwn = and(
    eq(reviews.id, input.id),
    eq(reviews.subjectId, actor.id),
    isNotNull(reviews.publishedAt),
    isNull(reviews.removedAt),
  );
  const changed = await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'share');
    const { rowCount } = await tx
      .update(reviews)
      .set({ reply, repliedAt: sql`now()` })
      .where(and(isOwn, isNull(reviews.reply)));
    if (rowCount === 1) {
      await emit(tx, { type: 'review.replied', reviewId: input.id });
      return 1;
    }
    const [review] = await tx.select({ reply: reviews.reply }).from(reviews).where(isOwn);
    if (!review) throw new Problem('review.not-found');
    if (review.reply !== reply) throw new Problem('review.replied');
    return 0;
  });
  jobs.trigger('dispatch-outbox');
  return changed;
}
