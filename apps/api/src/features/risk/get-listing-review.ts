import { type ListingReview, riskExplanations } from '@redial/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { products, riskAssessments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';

/**
 * Tells a seller whether a listing is held for review, and why in plain words: neither the score nor
 * figures, which would help to stay below the limit.
 *
 * @throws Problem `product.not-found`, `product.not-owner`
 */
export async function getListingReview(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<ListingReview> {
  const [row] = await db
    .select({ sellerId: products.sellerId, assessment: riskAssessments })
    .from(products)
    .leftJoin(riskAssessments, eq(riskAssessments.productId, products.id))
    .where(and(eq(products.id, id), isNull(products.removedAt)));
  if (!row) throw new Problem('product.not-found');
  if (row.sellerId !== actor.id) throw new Problem('product.not-owner');
  const heldAt = row.assessment?.heldAt ?? null;
  if (!row.assessment || heldAt === null) return { held: false, heldAt: null, reasons: [] };
  return {
    held: true,
    heldAt: heldAt.toISOString(),
    reasons: row.assessment.parts.map(({ code }) => riskExplanations[code]),
  };
}
