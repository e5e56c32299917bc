import { maxListingPhotos } from '@redial/contract';
import { listingPhotos } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { requireUploadedImage } from './add-product.ts';
import { explainRefusal, lockOwnProduct } from './own-product.ts';
import { parseAlt, photosToChange } from './photos.ts';
import { holdIfRisky } from './review-listing.ts';

/**
 * Adds a photo, which the seller has uploaded, behind those of the seller's own listing. An image that
 * is a photo of the listing already is not added again.
 *
 * @returns the photo's id.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`
 */
export async function addPhoto(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'imageHost'>,
  actor: User,
  { id: productId, img, alt = '' }: { id: string; img: string; alt?: string },
): Promise<string> {
  await explainRefusal(deps.db, actor, productId);
  const text = parseAlt(alt, 'body.alt');
  const imageUrl = await requireUploadedImage(deps, actor, img);
  return inTransaction(deps.db, async (tx) => {
    const photos = await photosToChange(tx, await lockOwnProduct(tx, actor, productId));
    const same = photos.find((photo) => photo.imageUrl === imageUrl);
    if (same) return same.id;
    if (photos.length >= maxListingPhotos) {
      const message = `A listing has at most ${maxListingPhotos} photos: remove one first`;
      throw new Problem('validation.failed', message, 'body.img');
    }
    const id = newId();
    const position = (photos.at(-1)?.position ?? 0) + 1;
    await tx.insert(listingPhotos).values({ id, productId, imageUrl, alt: text, position });
    await holdIfRisky(tx, deps, productId);
    return id;
  });
}
