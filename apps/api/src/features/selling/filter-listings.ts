import { eq, isNull } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { filterTexts } from './filter-texts.ts';

const batchSize = 200;

/**
 * Replaces contact data in the texts of listings that were stored without the filter. Can be interrupted
 * and repeated.
 *
 * @returns the number of products filtered.
 */
export async function filterListings(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
): Promise<number> {
  for (let filtered = 0; ; ) {
    const count = await inTransaction(db, async (tx) => {
      const { id, name, description, location } = products;
      const rows = await tx
        .select({ id, name, description, location })
        .from(products)
        .where(isNull(products.written))
        .limit(batchSize)
        .for('no key update', { skipLocked: true });
      for (const { id, ...texts } of rows) {
        const { written, ...shown } = filterTexts(texts);
        const changes = Object.keys(written).length > 0 ? { ...shown, written } : { written };
        await tx.update(products).set(changes).where(eq(products.id, id));
      }
      return rows.length;
    });
    filtered += count;
    if (count < batchSize || stopping?.aborted) return filtered;
  }
}
