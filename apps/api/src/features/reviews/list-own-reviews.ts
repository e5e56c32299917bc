import type { DataExport } from '@redial/contract';
import { asc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { reviews } from '../../db/schema/index.ts';
import { toContent } from './review-presenter.ts';

/** The reviews that somebody wrote, and their replies to those about them, for the data export. */
export async function listOwnReviews(
  db: Executor,
  userId: string,
): Promise<Pick<DataExport, 'reviews' | 'reviewReplies'>> {
  const rows = await db
    .select()
    .from(reviews)
    .where(or(eq(reviews.authorId, userId), eq(reviews.subjectId, userId)))
    .orderBy(asc(reviews.createdAt));
  return {
    reviews: rows
      .filter(({ authorId }) => authorId === userId)
      .map((row) => ({
        _id: row.id,
        orderId: row.orderId,
        party: row.party,
        ...toContent(row),
        writtenAt: row.createdAt.toISOString(),
        changedAt: row.changedAt.toISOString(),
        publishedAt: row.publishedAt?.toISOString() ?? null,
        removedAt: row.removedAt?.toISOString() ?? null,
        removalReason: row.removalReason,
      })),
    reviewReplies: rows.flatMap(({ id, subjectId, reply, repliedAt }) =>
      subjectId === userId && reply && repliedAt
        ? [{ reviewId: id, text: reply, at: repliedAt.toISOString() }]
        : [],
    ),
  };
}
