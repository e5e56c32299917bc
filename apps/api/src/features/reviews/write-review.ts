import { type ReviewContent, reviewPoints, reviewPointsOf } from '@redial/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { orderDeadlines, reviews } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { lockPartyOrder, type PartyOrder, voidDeadlines } from '../orders/index.ts';
import { publishReviews } from './publish-reviews.ts';

/**
 * Writes the review of a party of an ended order, or replaces it while it is not published. The second
 * of the two publishes both. Repeating the same call changes nothing.
 *
 * @returns the review's id.
 * @throws Problem `order.not-found`, `review.not-open`, `review.published`, `validation.failed`,
 *   `account.suspended`
 */
export async function writeReview(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  actor: User,
  { id, ...content }: ReviewContent & { id: string },
): Promise<string> {
  const text = content.text.trim() === '' ? '' : parseText(content.text, 'text');
  const reviewId = await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'share');
    const order = await lockPartyOrder(tx, actor, id);
    requireOwnPoints(order, content);
    const values = { ...toColumns(content), text };
    const written = await findReviews(tx, id);
    const own = written.find(({ party }) => party === order.party);
    if (own && isSame(own, values)) return own.id;
    if (own?.publishedAt) throw new Problem('review.published');
    await requireOpen(tx, order);
    if (own) {
      const change = { ...values, changedAt: sql`now()` };
      await tx.update(reviews).set(change).where(eq(reviews.id, own.id));
      return own.id;
    }
    const newReviewId = newId();
    const isBuyer = order.party === 'buyer';
    await tx.insert(reviews).values({
      ...values,
      id: newReviewId,
      orderId: id,
      party: order.party,
      authorId: actor.id,
      subjectId: isBuyer ? order.sellerId : order.buyerId,
    });
    if (written.length > 0) {
      await voidDeadlines(tx, id, ['review']);
      await publishReviews(tx, id);
    } else await emit(tx, { type: 'review.written', reviewId: newReviewId });
    return newReviewId;
  });
  jobs.trigger('dispatch-outbox');
  return reviewId;
}

const findReviews = (tx: Transaction, orderId: string) =>
  tx.select().from(reviews).where(eq(reviews.orderId, orderId));

type Columns = ReturnType<typeof toColumns> & { readonly text: string };

const toColumns = ({ stars, points }: ReviewContent) => ({
  stars,
  asDescribed: points.asDescribed ?? null,
  communication: points.communication ?? null,
  handover: points.handover ?? null,
});

const isSame = (own: Columns, next: Columns): boolean =>
  own.text === next.text &&
  own.stars === next.stars &&
  reviewPoints.every((point) => own[point] === next[point]);

function requireOwnPoints({ party }: PartyOrder, { points }: ReviewContent): void {
  const allowed: readonly string[] = reviewPointsOf[party];
  const foreign = reviewPoints.find(
    (point) => points[point] !== undefined && !allowed.includes(point),
  );
  if (foreign === undefined) return;
  const detail = 'Only the buyer can say whether the phone is as described';
  throw new Problem('validation.failed', detail, `body.points.${foreign}`);
}

/** The time for reviews runs from the end of the order, also if the job that closes it is late. */
async function requireOpen(tx: Transaction, { id, state }: PartyOrder): Promise<void> {
  const [deadline] = await tx
    .select({ isDue: sql<boolean>`${orderDeadlines.dueAt} <= clock_timestamp()` })
    .from(orderDeadlines)
    .where(
      and(
        eq(orderDeadlines.orderId, id),
        eq(orderDeadlines.kind, 'review'),
        isNull(orderDeadlines.closedAt),
      ),
    );
  if (deadline && !deadline.isDue) return;
  const hasEnded = state === 'completed' || state === 'refunded';
  throw new Problem(
    'review.not-open',
    hasEnded
      ? 'The time for reviews of this order has ended'
      : 'An order can be reviewed when it is completed or refunded',
  );
}
