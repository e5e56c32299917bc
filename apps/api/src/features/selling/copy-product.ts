import { listingPhotos, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { locationColumns } from './locate-listings.ts';
import { findStoredPhotos } from './photos.ts';

/**
 * Offers the phone of a listing anew, by somebody else, with all its photos.
 *
 * @param product the other listing.
 * @param about what differs from it.
 * @returns the id of the new product.
 */
export async function copyProduct(
  tx: Transaction,
  product: typeof products.$inferSelect,
  about: Pick<
    typeof products.$inferInsert,
    | 'sellerId'
    | 'resalePriceCents'
    | 'sellerPhone'
    | 'location'
    | 'description'
    | 'written'
    | 'postedAt'
  >,
): Promise<string> {
  const { name, category, condition, imageUrl, originalPriceCents } = product;
  const { purchaseYear, yearsOfUse, modelId, storageGb, colour } = product;
  const id = newId();
  await tx.insert(products).values({
    id,
    name,
    category,
    condition,
    imageUrl,
    originalPriceCents,
    purchaseYear,
    yearsOfUse,
    modelId,
    storageGb,
    colour,
    ...about,
    ...(await locationColumns(tx, about.location)),
  });
  const photos = await findStoredPhotos(tx, product);
  // A single photo without a text is the image of the product.
  if (photos.length > 1 || photos[0]?.alt) {
    await tx.insert(listingPhotos).values(
      photos.map((photo, position) => ({
        id: newId(),
        productId: id,
        imageUrl: photo.imageUrl,
        alt: photo.alt,
        position,
      })),
    );
  }
  await emit(tx, { type: 'product.listed', productId: id });
  return id;
}
