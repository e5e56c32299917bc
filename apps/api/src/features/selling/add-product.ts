import { listingBounds, type NewProduct, priceBounds, toCents } from '@redial/contract';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { lockLiving, type Person } from '../../platform/people.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { hostedImage } from '../images/index.ts';

/**
 * Lists a phone. Seller, state and dates are the server's; the picture must be one that this seller
 * uploaded to the image host.
 *
 * @returns the product's id.
 * @throws Problem `rule.broken`, naming the field; `account.removed`
 */
export async function addProduct(
  deps: Pick<Deps, 'db' | 'settings' | 'clock' | 'imageHost'>,
  actor: Person,
  input: NewProduct,
): Promise<string> {
  const { db, clock } = deps;
  const text = (field: 'name' | 'number' | 'location' | 'description') => {
    const value = input[field].trim();
    if (value === '') throw new Problem('rule.broken', `${field} is empty`, `body.${field}`);
    return value;
  };
  const price = (field: 'originalPrice' | 'resalePrice') => {
    const cents = toCents(input[field]);
    if (cents === undefined || cents < priceBounds.minCents || cents > priceBounds.maxCents) {
      const rule = 'must be between $1 and $100,000, in whole cents';
      throw new Problem('rule.broken', `${field} ${rule}`, `body.${field}`);
    }
    return cents;
  };
  const now = clock.now();
  const { min: firstYear } = listingBounds.purchaseDate;
  if (input.purchaseDate < firstYear || input.purchaseDate > now.getUTCFullYear()) {
    const rule = `must be between ${firstYear} and ${now.getUTCFullYear()}`;
    throw new Problem('rule.broken', `purchaseDate ${rule}`, 'body.purchaseDate');
  }
  if (Number.parseInt(input.yearsOfUse, 10) > listingBounds.yearsOfUse.max) {
    throw new Problem('rule.broken', 'yearsOfUse must be at most 30', 'body.yearsOfUse');
  }
  const listing = {
    id: newId(),
    sellerId: actor.id,
    name: text('name'),
    description: text('description'),
    category: input.category,
    condition: input.condition,
    originalPriceCents: price('originalPrice'),
    resalePriceCents: price('resalePrice'),
    sellerPhone: text('number'),
    location: text('location'),
    purchaseYear: input.purchaseDate,
    yearsOfUse: input.yearsOfUse,
    postedAt: now,
  };
  const imageUrl = await hostedImage(deps, actor, input.img);
  if (imageUrl === undefined) {
    throw new Problem('rule.broken', 'img is not a picture that you uploaded here', 'body.img');
  }
  await inTransaction(db, async (tx) => {
    await lockLiving(tx, actor, 'share');
    await tx.insert(products).values({ ...listing, imageUrl });
  });
  return listing.id;
}
