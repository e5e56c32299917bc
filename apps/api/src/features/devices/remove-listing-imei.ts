import { eq } from 'drizzle-orm';
import { listingImeis } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnListing } from './own-listing.ts';

/**
 * Removes the IMEIs of the seller's own listing.
 *
 * @returns how many there were.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`
 */
export function removeListingImei(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { id }: { id: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockOwnListing(tx, actor, id);
    const removed = await tx
      .delete(listingImeis)
      .where(eq(listingImeis.productId, id))
      .returning({ hash: listingImeis.imeiHash });
    return removed.length;
  });
}
