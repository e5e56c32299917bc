import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { products, riskAssessments } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { assessListing } from './assess-listing.ts';

/** Listings of one run. */
const batchSize = 500;

/**
 * Computes the scores of listings that have none, or one that is older than a day: what they are
 * computed from changes with time and through others. A listing that is public already is not held by
 * it; moderators find it in their list.
 *
 * @returns the number of listings assessed.
 */
export async function assessListings(
  { db }: Pick<Deps, 'db'>,
  { limit = batchSize, stopping }: { limit?: number; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  const due = await db
    .select({ id: products.id })
    .from(products)
    .leftJoin(riskAssessments, eq(riskAssessments.productId, products.id))
    .where(
      and(
        products.listed,
        or(
          isNull(riskAssessments.productId),
          lt(riskAssessments.assessedAt, sql`now() - interval '1 day'`),
        ),
      ),
    )
    .orderBy(asc(riskAssessments.assessedAt), asc(products.id))
    .limit(limit);
  let assessed = 0;
  for (const { id } of due) {
    if (stopping?.aborted) break;
    await inTransaction(db, async (tx) => {
      await tx
        .select({ id: products.id })
        .from(products)
        .where(eq(products.id, id))
        .for('no key update');
      await assessListing(tx, id);
    });
    assessed++;
  }
  return assessed;
}
