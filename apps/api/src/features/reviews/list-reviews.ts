import { type ReviewList, reviewsPerPage } from '@redial/contract';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { orders, reviews, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { userPhotoUrl } from '../images/index.ts';
import { findProfileUser } from './profile-user.ts';
import { toContent, toPublicName, toReply } from './review-presenter.ts';

/**
 * Lists the published reviews about somebody, newest first. Removed ones are placeholders.
 *
 * @param input.before the id of the review before which the list continues.
 * @throws Problem `profile.not-found`
 */
export async function listReviews(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: User | undefined,
  { id, before }: { id: string; before?: string },
): Promise<ReviewList> {
  if (!(await findProfileUser(db, id))) throw new Problem('profile.not-found');
  const rows = await db
    .select({
      review: reviews,
      phone: orders.productName,
      author: { name: users.name, photoUrl: users.photoUrl, isRemoved: users.removedAt },
    })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .innerJoin(users, eq(users.id, reviews.authorId))
    .where(
      and(
        eq(reviews.subjectId, id),
        isNotNull(reviews.publishedAt),
        before === undefined
          ? undefined
          : sql`(${reviews.publishedAt}, ${reviews.id}) < (
              select published_at, id from reviews where id = ${before})`,
      ),
    )
    .orderBy(desc(reviews.publishedAt), desc(reviews.id))
    .limit(reviewsPerPage + 1);
  const page = rows.slice(0, reviewsPerPage);
  return {
    reviews: page.map(({ review, phone, author }) => ({
      _id: review.id,
      by: review.party,
      authorName: author.isRemoved ? null : toPublicName(author.name),
      authorPhoto: userPhotoUrl(author, settings),
      phone,
      content: review.removedAt
        ? null
        : toContent({ ...review, text: hideContactsIn(review.text) }),
      publishedAt: review.publishedAt?.toISOString() ?? '',
      removedAt: review.removedAt?.toISOString() ?? null,
      reply: review.removedAt
        ? null
        : toReply({ ...review, reply: review.reply && hideContactsIn(review.reply) }),
    })),
    nextBefore: rows.length > page.length ? (page.at(-1)?.review.id ?? null) : null,
  };
}
