import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { lockOwnProduct } from './own-product.ts';
import { parseAlt, photosToChange, storeOrder } from './photos.ts';
import { holdIfRisky } from './review-listing.ts';

/**
 * Puts all photos of the seller's own listing in an order; an `alt` that is given replaces the photo's
 * alternative text.
 *
 * @returns the number of listings changed: 0 if order and texts are those already.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed` if these are not all photos of the listing.
 */
export async function orderPhotos(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
  { id: productId, photos }: { id: string; photos: readonly { _id: string; alt?: string }[] },
): Promise<number> {
  const texts = photos.map(({ alt }, index) =>
    alt === undefined ? undefined : parseAlt(alt, `body.photos.${index}.alt`),
  );
  return inTransaction(deps.db, async (tx) => {
    const product = await lockOwnProduct(tx, actor, productId);
    const current = await photosToChange(tx, product);
    const ordered = photos.flatMap(({ _id }, index) => {
      const photo = current.find(({ id }) => id === _id);
      return photo ? [{ ...photo, alt: texts[index] ?? photo.alt }] : [];
    });
    if (
      ordered.length !== photos.length ||
      new Set(ordered.map(({ id }) => id)).size !== current.length
    ) {
      const message = 'The photos have changed meanwhile: load the page again';
      throw new Problem('validation.failed', message, 'body.photos');
    }
    const isSame = ordered.every(
      ({ id, alt }, index) => current[index]?.id === id && current[index].alt === alt,
    );
    if (isSame) return 0;
    await storeOrder(tx, product, ordered);
    await holdIfRisky(tx, deps, productId);
    return 1;
  });
}
