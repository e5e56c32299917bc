import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { products, productTitles } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { createListingMatcher } from '../models/index.ts';

const titlesPerBatch = 500;
/** Products changed per statement: few enough that no lock is held for long. */
const productsPerUpdate = 1000;

/**
 * Finds the models of products that have none yet, by their titles: those listed before the catalogue
 * had their model. Can be interrupted and repeated.
 *
 * @returns the number of products matched.
 */
export async function matchModels(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
): Promise<number> {
  const match = await createListingMatcher(db);
  let matched = 0;
  let after: bigint | undefined;
  for (;;) {
    const titles = await db
      .select({ id: productTitles.id, name: productTitles.name, category: products.category })
      .from(productTitles)
      // One product without a model per title; its category has the type of the column.
      .innerJoinLateral(
        db
          .select({ category: products.category })
          .from(products)
          .where(and(eq(products.titleId, productTitles.id), isNull(products.modelId)))
          .limit(1)
          .as('products'),
        sql`true`,
      )
      .where(after === undefined ? undefined : gt(productTitles.id, after))
      .orderBy(asc(productTitles.id))
      .limit(titlesPerBatch);
    for (const { id, ...title } of titles) {
      const variant = match(title);
      if (variant.modelId === null) continue;
      for (let changed = productsPerUpdate; changed === productsPerUpdate; ) {
        const unmatched = db
          .select({ id: products.id })
          .from(products)
          .where(and(eq(products.titleId, id), isNull(products.modelId)))
          .limit(productsPerUpdate);
        changed = await inTransaction(db, async (tx) => {
          // The phone is the same as before: its possession stays verified.
          await tx.execute(sql`select set_config('redial.matching', 'on', true)`);
          const { rowCount } = await tx
            .update(products)
            .set({
              modelId: variant.modelId,
              // What the seller has stated stays.
              storageGb: sql`coalesce(${products.storageGb}, ${variant.storageGb})`,
              colour: sql`coalesce(${products.colour}, ${variant.colour})`,
            })
            .where(and(sql`${products.id} in ${unmatched}`, isNull(products.modelId)));
          return rowCount ?? 0;
        });
        matched += changed;
        if (stopping?.aborted) return matched;
      }
    }
    after = titles.at(-1)?.id;
    if (titles.length < titlesPerBatch) return matched;
  }
}
