import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { reviews } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';

/**
 * Replaces a published review by a placeholder, with the admin and the reason in its row.
 *
 * @returns whether that changed something.
 */
export async function hideReview(
  tx: Transaction,
  actor: User,
  { id, reason }: { id: string; reason: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(reviews)
    .set({ removedAt: sql`now()`, removedBy: actor.id, removalReason: reason })
    .where(and(eq(reviews.id, id), isNotNull(reviews.publishedAt), isNull(reviews.removedAt)));
  return rowCount === 1;
}

/** Shows a review again whose removal was reversed, unless somebody else has removed it, or for another reason. */
export async function restoreReview(
  tx: Transaction,
  { id, removedBy, reason }: { id: string; removedBy: string | null; reason: string },
): Promise<void> {
  if (removedBy === null) return;
  await tx
    .update(reviews)
    .set({ removedAt: null, removedBy: null, removalReason: null })
    .where(
      and(eq(reviews.id, id), eq(reviews.removedBy, removedBy), eq(reviews.removalReason, reason)),
    );
}
