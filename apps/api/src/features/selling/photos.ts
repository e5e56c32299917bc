import { isPlainLine, type ListingPhoto, maxAltLength } from '@redial/contract';
import { and, asc, desc, eq, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { listingPhotos, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { absoluteImageUrl, keepsPhotos } from '../images/index.ts';

type Product = Pick<typeof products.$inferSelect, 'id' | 'imageUrl'>;
type Photo = Pick<typeof listingPhotos.$inferSelect, 'id' | 'imageUrl' | 'alt' | 'position'>;

/** Removed photos of a listing whose images are still served. Bounds what a listing can store. */
const maxRemovedPhotos = 40;

const photosOfListing = prepareOnce((db) =>
  db
    .select({
      id: listingPhotos.id,
      imageUrl: listingPhotos.imageUrl,
      alt: listingPhotos.alt,
      position: listingPhotos.position,
    })
    .from(listingPhotos)
    .where(
      and(
        eq(listingPhotos.productId, sql.placeholder('productId')),
        isNull(listingPhotos.removedAt),
      ),
    )
    .orderBy(asc(listingPhotos.position), asc(listingPhotos.id)),
);

const storedPhotos = (db: Executor, productId: string): Promise<Photo[]> =>
  photosOfListing(db).execute({ productId });

/** The photo of a listing to which none was added: the image of its product, with the product's id. */
const onlyPhoto = ({ id, imageUrl }: Product): Photo => ({ id, imageUrl, alt: '', position: 0 });

/** The photos of a listing, with images as they are stored. */
export async function findStoredPhotos(
  db: Executor,
  product: Product,
): Promise<readonly Pick<Photo, 'id' | 'imageUrl' | 'alt'>[]> {
  const stored = await storedPhotos(db, product.id);
  return stored.length > 0 ? stored : [onlyPhoto(product)];
}

/** The photos of a listing in the contract's form. */
export async function findPhotos(
  db: Executor,
  product: Product,
  settings: Pick<Settings, 'publicUrl'>,
): Promise<ListingPhoto[]> {
  return (await findStoredPhotos(db, product)).map(({ id, imageUrl, alt }) => ({
    _id: id,
    img: absoluteImageUrl(imageUrl, settings),
    alt,
  }));
}

/** Reads the photos of a locked product; stores the only one, so that it can be changed. */
export async function photosToChange(tx: Transaction, product: Product): Promise<Photo[]> {
  const stored = await storedPhotos(tx, product.id);
  if (stored.length > 0) return stored;
  const { id, ...photo } = onlyPhoto(product);
  await tx.insert(listingPhotos).values({ id, productId: product.id, ...photo });
  return [{ id, ...photo }];
}

/** Stores the order of the photos of a locked product, the first one as the product's image. */
export async function storeOrder(
  tx: Transaction,
  product: Product,
  photos: readonly Photo[],
): Promise<void> {
  for (const [position, { id, alt }] of photos.entries()) {
    await tx.update(listingPhotos).set({ position, alt }).where(eq(listingPhotos.id, id));
  }
  const imageUrl = photos[0]?.imageUrl ?? product.imageUrl;
  await tx.update(products).set({ imageUrl }).where(eq(products.id, product.id));
}

/** Marks a photo as removed, and deletes its text. Of the removed ones, the latest keep their images. */
export async function removeRow(
  tx: Transaction,
  productId: string,
  photoId: string,
  removedAt: Date,
): Promise<void> {
  await tx.update(listingPhotos).set({ removedAt, alt: '' }).where(eq(listingPhotos.id, photoId));
  const older = await tx
    .select({ id: listingPhotos.id })
    .from(listingPhotos)
    .where(and(eq(listingPhotos.productId, productId), isNotNull(listingPhotos.removedAt)))
    .orderBy(desc(listingPhotos.removedAt), desc(listingPhotos.id))
    .offset(maxRemovedPhotos);
  for (const { id } of older) await tx.delete(listingPhotos).where(eq(listingPhotos.id, id));
}

/**
 * Deletes the alternative texts of photos that are removed, or whose listing no longer keeps them.
 *
 * @returns the number of photos changed.
 */
export async function purgePhotoTexts(db: Executor): Promise<number> {
  const keeping = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, listingPhotos.productId), keepsPhotos));
  const { rowCount } = await db
    .update(listingPhotos)
    .set({ alt: '' })
    .where(
      and(ne(listingPhotos.alt, ''), or(isNotNull(listingPhotos.removedAt), notExists(keeping))),
    );
  return rowCount ?? 0;
}

/** Replaces the first photo of a locked product after its image was changed elsewhere. */
export async function replaceFirstPhoto(
  tx: Transaction,
  product: Product,
  imageUrl: string,
  at: Date,
): Promise<void> {
  const [first, ...others] = await storedPhotos(tx, product.id);
  if (!first || first.imageUrl === imageUrl) return;
  // An image that is a photo already moves to the front.
  const same = others.find((photo) => photo.imageUrl === imageUrl);
  if (same) {
    await tx
      .update(listingPhotos)
      .set({ position: first.position - 1 })
      .where(eq(listingPhotos.id, same.id));
    return;
  }
  await removeRow(tx, product.id, first.id, at);
  const { position } = first;
  await tx.insert(listingPhotos).values({ id: newId(), productId: product.id, imageUrl, position });
}

/**
 * Checks an alternative text, which can be empty.
 *
 * @throws Problem `validation.failed`
 */
export function parseAlt(text: string, field: string): string {
  const alt = text.trim();
  if (alt !== '' && !isPlainLine(alt)) {
    const message =
      'The description of a photo is one line, without control characters and with few marks on a letter';
    throw new Problem('validation.failed', message, field);
  }
  return alt.slice(0, maxAltLength);
}
