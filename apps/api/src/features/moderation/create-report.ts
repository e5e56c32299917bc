import type { NewReport } from '@redial/contract';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { reviews } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseText } from '../../platform/text-fields.ts';
import type { User } from '../../platform/users.ts';
import { findProfileUser } from '../reviews/index.ts';
import { insertReport } from './insert-report.ts';
import { findReportableProduct } from './reportable-product.ts';

/**
 * Reports a listing, a person with a public profile, or a published review.
 *
 * @param input.ipKey the caller's IP address, normalized for rate limiting.
 * @returns the report's id.
 * @throws Problem `product.not-found`, `product.sold`, `profile.not-found`, `review.not-found`,
 *   `report.own`, `report.duplicate`, `validation.failed`
 */
export async function createReport(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  actor: User | undefined,
  { target, reason, text, ipKey }: NewReport & { ipKey: string },
): Promise<string> {
  const parsed = text === undefined ? undefined : parseText(text, 'text');
  const { ownerId, ...column } = await findTarget(db, target);
  if (actor && ownerId === actor.id) throw new Problem('report.own');
  const action = 'report.received';
  const about = { target: column, reason, text: parsed, ipKey, action } as const;
  const id = await insertReport(db, settings, actor, about);
  if (id === undefined) throw new Problem('report.duplicate');
  return id;
}

/** Finds what is reported, and whose it is. */
async function findTarget(db: Executor, { kind, id }: NewReport['target']) {
  if (kind === 'listing') {
    const { sellerId } = await findReportableProduct(db, id);
    return { productId: id, ownerId: sellerId };
  }
  if (kind === 'person') {
    if (!(await findProfileUser(db, id))) throw new Problem('profile.not-found');
    return { userId: id, ownerId: id };
  }
  const [review] = await db
    .select({ authorId: reviews.authorId })
    .from(reviews)
    .where(and(eq(reviews.id, id), isNotNull(reviews.publishedAt), isNull(reviews.removedAt)));
  if (!review) throw new Problem('review.not-found');
  return { reviewId: id, ownerId: review.authorId };
}
