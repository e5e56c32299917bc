import { eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { parsePrice } from './add-product.ts';
import { lockOwnProduct } from './own-product.ts';
import { recordPriceChange } from './price-changes.ts';
import { holdIfRisky } from './review-listing.ts';

/**
 * Changes the price of the seller's own listing and records the change. A plan that lowers the price
 * goes on from the new one.
 *
 * @param input.resalePrice in dollars.
 * @returns the number of listings changed: 0 if that is the price already.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function setPrice(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: User,
  { id, resalePrice }: { id: string; resalePrice: number },
): Promise<number> {
  const { db, clock } = deps;
  const toCents = parsePrice(resalePrice, 'resalePrice');
  return inTransaction(db, async (tx) => {
    const { resalePriceCents: fromCents } = await lockOwnProduct(tx, actor, id);
    if (fromCents === toCents) return 0;
    await tx.update(products).set({ resalePriceCents: toCents }).where(eq(products.id, id));
    const changedAt = clock.now();
    await recordPriceChange(tx, { productId: id, fromCents, toCents, cause: 'seller', changedAt });
    await holdIfRisky(tx, deps, id);
    return 1;
  });
}
