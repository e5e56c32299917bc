import { listingLimits, type NewProduct, priceLimits, toCents } from '@redial/contract';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone, parseText } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { findUploadedImage } from '../images/index.ts';
import { createListingMatcher } from '../models/index.ts';
import { filterTexts } from './filter-texts.ts';
import { locationColumns } from './locate-listings.ts';
import { holdIfRisky } from './review-listing.ts';

/**
 * Lists a product. Seller, status and dates are set by the server. The image must have been uploaded
 * by this seller. A risky listing is held for review.
 *
 * @returns the product's id.
 * @throws Problem `validation.failed`, with the field; `account.removed`
 */
export async function addProduct(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'imageHost' | 'jobs'>,
  actor: User,
  input: NewProduct,
): Promise<string> {
  const postedAt = deps.clock.now();
  const listing = parseListing(input, postedAt.getUTCFullYear());
  const imageUrl = await requireUploadedImage(deps, actor, input.img);
  const variant = (await createListingMatcher(deps.db))(listing);
  const located = await locationColumns(deps.db, listing.location);
  const id = newId();
  await inTransaction(deps.db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'share');
    await tx
      .insert(products)
      .values({ ...listing, ...variant, ...located, id, sellerId: actor.id, imageUrl, postedAt });
    await emit(tx, { type: 'product.listed', productId: id });
    await holdIfRisky(tx, deps, id);
  });
  deps.jobs.trigger('dispatch-outbox');
  return id;
}

/**
 * The stored form of an image that the seller uploaded.
 *
 * @throws Problem `validation.failed`
 */
export async function requireUploadedImage(
  deps: Pick<Deps, 'db' | 'settings' | 'imageHost'>,
  actor: User,
  url: string,
): Promise<string> {
  const imageUrl = await findUploadedImage(deps, actor, url);
  if (imageUrl !== undefined) return imageUrl;
  throw new Problem('validation.failed', 'img is not an image that you uploaded here', 'body.img');
}

/**
 * Converts a price in dollars to cents.
 *
 * @throws Problem `validation.failed`, with the field
 */
export function parsePrice(dollars: number, field: string): number {
  const cents = toCents(dollars);
  if (cents === undefined || cents < priceLimits.minCents || cents > priceLimits.maxCents) {
    const rule = 'must be between $1 and $100,000, in whole cents';
    throw new Problem('validation.failed', `${field} ${rule}`, `body.${field}`);
  }
  return cents;
}

/**
 * Checks the fields of a listing beyond its schema, and converts them to columns. Contact data in the
 * texts is hidden.
 *
 * @param thisYear the latest valid year of purchase.
 * @throws Problem `validation.failed`, with the field
 */
export function parseListing(input: Omit<NewProduct, 'img'>, thisYear: number) {
  const line = (field: 'name' | 'location') => parseLine(input[field], field);
  const price = (field: 'originalPrice' | 'resalePrice') => parsePrice(input[field], field);
  const { min: firstYear } = listingLimits.purchaseDate;
  if (input.purchaseDate < firstYear || input.purchaseDate > thisYear) {
    const rule = `must be between ${firstYear} and ${thisYear}`;
    throw new Problem('validation.failed', `purchaseDate ${rule}`, 'body.purchaseDate');
  }
  if (Number.parseInt(input.yearsOfUse, 10) > listingLimits.yearsOfUse.max) {
    throw new Problem('validation.failed', 'yearsOfUse must be at most 30', 'body.yearsOfUse');
  }
  return {
    ...filterTexts({
      name: line('name'),
      description: parseText(input.description, 'description'),
      location: line('location'),
    }),
    category: input.category,
    condition: input.condition,
    originalPriceCents: price('originalPrice'),
    resalePriceCents: price('resalePrice'),
    sellerPhone: parsePhone(input.number, 'number'),
    purchaseYear: input.purchaseDate,
    yearsOfUse: input.yearsOfUse,
  };
}
