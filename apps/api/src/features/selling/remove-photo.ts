import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnProduct } from './own-product.ts';
import { photosToChange, removeRow, storeOrder } from './photos.ts';

/**
 * Removes a photo from the seller's own listing, which keeps at least one. Links to its image still
 * work, so it can be removed without breaking a page that shows it.
 *
 * @returns the number of photos removed: 0 if the listing has no such photo (any more).
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function removePhoto(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { id: productId, photo: photoId }: { id: string; photo: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const product = await lockOwnProduct(tx, actor, productId);
    const photos = await photosToChange(tx, product);
    const remaining = photos.filter(({ id }) => id !== photoId);
    if (remaining.length === photos.length) return 0;
    if (remaining.length === 0) {
      const message = 'A listing needs a photo: add another one first';
      throw new Problem('validation.failed', message, 'query.photo');
    }
    await removeRow(tx, productId, photoId, clock.now());
    await storeOrder(tx, product, remaining);
    return 1;
  });
}
