import { formatPrice, offerLimits, priceLimits, toCents, toDollars } from '@redial/contract';
import { and, count, eq } from 'drizzle-orm';
import { isVisible, offers, products } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Finds and locks a phone on which an offer can be made or answered with another one.
 *
 * @throws Problem `product.not-found`, `product.sold`
 */
export async function findOfferedProduct(tx: Transaction, productId: string) {
  const [product] = await tx
    .select({
      id: products.id,
      name: products.name,
      sellerId: products.sellerId,
      status: products.status,
      priceCents: products.resalePriceCents,
    })
    .from(products)
    .where(and(eq(products.id, productId), isVisible))
    // Its price stays until the offer is made.
    .for('no key update');
  if (!product) throw new Problem('product.not-found');
  if (product.status === 'Sold') {
    throw new Problem('product.sold', `${product.name} has just been sold`);
  }
  return product;
}

/**
 * Converts an offered price to cents.
 *
 * @throws Problem `validation.failed` if it is above the asking price, or not a price.
 */
export function parseOffer(dollars: number, askingCents: number): number {
  const cents = toCents(dollars);
  if (cents === undefined && dollars > 0) {
    throw new Problem('validation.failed', 'Use at most two decimals', 'body.price');
  }
  if (cents === undefined || cents < priceLimits.minCents) {
    throw new Problem('validation.failed', 'Offer at least $1', 'body.price');
  }
  if (cents > askingCents) {
    const asking = formatPrice(toDollars(askingCents));
    throw new Problem('validation.failed', `Offer at most the price of ${asking}`, 'body.price');
  }
  return cents;
}

/**
 * Checks that a buyer can make another offer on a listing. All offers of the buyer count, however they
 * ended.
 *
 * @throws Problem `offer.limit-reached`
 */
export async function requireOfferLeft(
  tx: Transaction,
  { productId, buyerId }: { productId: string; buyerId: string },
): Promise<void> {
  const [made] = await tx
    .select({ n: count() })
    .from(offers)
    .where(
      and(eq(offers.productId, productId), eq(offers.buyerId, buyerId), eq(offers.madeBy, 'buyer')),
    );
  if ((made?.n ?? 0) >= offerLimits.perListing) throw new Problem('offer.limit-reached');
}
