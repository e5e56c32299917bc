import { and, eq, isNull, sql } from 'drizzle-orm';
import { reviews } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Publishes the reviews of an order together, in the caller's transaction, which has locked it. */
export async function publishReviews(tx: Transaction, orderId: string): Promise<void> {
  const published = await tx
    .update(reviews)
    .set({ publishedAt: sql`now()` })
    .where(and(eq(reviews.orderId, orderId), isNull(reviews.publishedAt)))
    .returning({ id: reviews.id });
  await emit(
    tx,
    ...published.map(({ id }) => ({ type: 'review.published', reviewId: id }) as const),
  );
}
