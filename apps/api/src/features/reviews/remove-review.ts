import { and, eq, isNotNull } from 'drizzle-orm';
import { reviews } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordAction } from '../audit/index.ts';
import { hasHeldOrderWith } from '../orders/index.ts';
import { hideReview } from './hide-review.ts';

/**
 * Removes a published review as an admin who is not a party of its order. A placeholder stays, with the
 * time, the admin and the reason in its row. Repeating it changes nothing.
 *
 * @returns the number of removed reviews.
 * @throws Problem `review.not-found`, `review.own`, also if the money of an order of the caller with its
 *   author or subject is held, `validation.failed`
 */
export async function removeReview(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  input: { id: string; reason: string },
): Promise<number> {
  const reason = parseText(input.reason, 'reason', 'Give a reason, which the author reads');
  const removed = await inTransaction(db, async (tx) => {
    const isPublished = and(eq(reviews.id, input.id), isNotNull(reviews.publishedAt));
    const [review] = await tx.select().from(reviews).where(isPublished);
    if (!review) throw new Problem('review.not-found');
    if (review.authorId === actor.id || review.subjectId === actor.id) {
      throw new Problem('review.own');
    }
    if (await hasHeldOrderWith(tx, actor.id, [review.authorId, review.subjectId])) {
      throw new Problem('review.own', 'You have an open order with one of the two');
    }
    if (!(await hideReview(tx, actor, { id: input.id, reason }))) return 0;
    await recordAction(tx, actor, {
      action: 'review.removed',
      target: { type: 'review', id: input.id },
      reason,
    });
    await emit(tx, { type: 'review.removed', reviewId: input.id });
    return 1;
  });
  jobs.trigger('dispatch-outbox');
  return removed;
}
