import { type NewProduct, type ProductChange, toDollars } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { recordDeviceEntry } from '../devices/index.ts';
import { absoluteImageUrl } from '../images/index.ts';
import { createListingMatcher, type ListingVariant } from '../models/index.ts';
import { parseListing, requireUploadedImage } from './add-product.ts';
import { requireConditionAllowed } from './condition-limit.ts';
import { locationColumns } from './locate-listings.ts';
import { explainRefusal, lockOwnProduct } from './own-product.ts';
import { replaceFirstPhoto } from './photos.ts';
import { recordPriceChange } from './price-changes.ts';
import { holdIfRisky } from './review-listing.ts';

/**
 * Changes fields of the seller's own product; those that are absent stay as they are, also if they changed
 * since the seller read them: a price plan may have lowered the price meanwhile. The current image may stay,
 * whichever host has it. An ordered product does not change: its buyer ordered what was described.
 *
 * @returns the number of records changed.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.has-active-order`,
 *   `validation.failed`, `listing.condition-too-good`
 */
export async function editProduct(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'imageHost'>,
  actor: User,
  { id, img, ...change }: ProductChange & { id: string },
): Promise<number> {
  const current = await explainRefusal(deps.db, actor, id);
  const isNewImage = img !== undefined && img !== absoluteImageUrl(current.imageUrl, deps.settings);
  const uploaded = isNewImage ? await requireUploadedImage(deps, actor, img) : undefined;
  const match = await createListingMatcher(deps.db);
  return inTransaction(deps.db, async (tx) => {
    // Details that limit the condition change under the same lock.
    const locked = await lockOwnProduct(tx, actor, id);
    const changedAt = deps.clock.now();
    const stated = { ...toListingFields(locked), ...change };
    const listing = parseListing(stated, changedAt.getUTCFullYear());
    await requireConditionAllowed(tx, id, listing.condition);
    // Another name may mean another model. The same one keeps what the seller stated about it.
    const isRenamed = listing.name !== locked.name || listing.category !== locked.category;
    const imageUrl = uploaded ?? locked.imageUrl;
    await replaceFirstPhoto(tx, locked, imageUrl, changedAt);
    await recordPriceChange(tx, {
      productId: id,
      fromCents: locked.resalePriceCents,
      toCents: listing.resalePriceCents,
      cause: 'seller',
      changedAt,
    });
    const changed = await tx
      .update(products)
      .set({
        ...listing,
        ...(await locationColumns(tx, listing.location)),
        ...(isRenamed ? keepStated(match(listing), locked) : {}),
        imageUrl,
      })
      .where(eq(products.id, id))
      .returning({ id: products.id });
    await emit(tx, { type: 'product.changed', productId: id });
    if (isRenamed) await recordDeviceEntry(tx, id);
    await holdIfRisky(tx, deps, id);
    return changed.length;
  });
}

/** What the seller wrote about a product, without the image. */
const toListingFields = (row: typeof products.$inferSelect): Omit<NewProduct, 'img'> => ({
  name: row.name,
  description: row.description,
  location: row.location,
  ...row.written,
  originalPrice: toDollars(row.originalPriceCents),
  resalePrice: toDollars(row.resalePriceCents),
  number: row.sellerPhone,
  purchaseDate: row.purchaseYear,
  yearsOfUse: row.yearsOfUse,
  category: row.category,
  condition: row.condition,
});

/** What a new name says; if it means the same model, what it leaves out stays as it was stated. */
const keepStated = (named: ListingVariant, stated: ListingVariant): ListingVariant =>
  named.modelId === null || named.modelId !== stated.modelId
    ? named
    : {
        ...named,
        storageGb: named.storageGb ?? stated.storageGb,
        colour: named.colour ?? stated.colour,
      };
