import { type BlindBand, blindOfferLimits, formatPrice, toDollars } from '@redial/contract';
import { and, count, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { blindOffers, orders } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** What two secret limits come to: a price in cents, or how far apart they are. */
export type BlindMatch =
  | { readonly priceCents: number; readonly band: null }
  | { readonly priceCents: null; readonly band: BlindBand };

/**
 * Compares the limits of seller and buyer. The price is in the middle, rounded down to the dollar.
 *
 * @param limits.floorCents whole dollars; null if the seller has none, which is answered like one far away.
 * @param limits.ceilingCents whole dollars; counts as at most the asking price.
 */
export function matchBlindly({
  floorCents,
  ceilingCents,
  askingCents,
}: {
  floorCents: number | null;
  ceilingCents: number;
  askingCents: number;
}): BlindMatch {
  const highest = Math.min(ceilingCents, askingCents);
  if (floorCents === null) return { priceCents: null, band: 'more' };
  if (floorCents <= highest) {
    return { priceCents: Math.floor((floorCents + highest) / 200) * 100, band: null };
  }
  return { priceCents: null, band: bandOf(floorCents, highest) };
}

/** Whole numbers, so that the limits of the bands are exact. */
function bandOf(floorCents: number, highestCents: number): BlindBand {
  const gap = (floorCents - highestCents) * 100;
  if (gap <= floorCents * 5) return 'within-5';
  return gap <= floorCents * 15 ? 'within-15' : 'more';
}

interface Pair {
  readonly productId: string;
  readonly buyerId: string;
}

const unpaidEnds = ['cancelled', 'expired'] as const;

const ofPair = ({ productId, buyerId }: Pair) =>
  and(eq(blindOffers.productId, productId), eq(blindOffers.buyerId, buyerId));

/** How many blind offers a buyer has left on a listing. A match that was not paid uses up all. */
export async function countBlindOffersLeft(
  tx: Pick<Transaction, 'select'>,
  pair: Pair,
): Promise<number> {
  const [made] = await tx
    .select({
      n: count(),
      lapsed: sql<number>`count(*) filter (where ${inArray(orders.state, [...unpaidEnds])})::int`,
    })
    .from(blindOffers)
    .leftJoin(orders, eq(orders.id, blindOffers.orderId))
    .where(ofPair(pair));
  if (!made || made.lapsed > 0) return 0;
  return Math.max(0, blindOfferLimits.perListing - made.n);
}

/**
 * Checks that a buyer does not offer less after a match that was not paid, for whatever reason: the price of
 * a match tells the buyer the seller's floor.
 *
 * @throws Problem `offer.below-match`
 */
export async function requireNotBelowMatch(
  tx: Transaction,
  { priceCents, ...pair }: Pair & { priceCents: number },
  now: Date,
): Promise<void> {
  const { barredHours } = blindOfferLimits;
  const since = new Date(now.getTime() - barredHours * 3_600_000);
  const [lapsed] = await tx
    .select({ priceCents: max(orders.priceCents) })
    .from(blindOffers)
    .innerJoin(orders, eq(orders.id, blindOffers.orderId))
    .where(and(ofPair(pair), inArray(orders.state, [...unpaidEnds]), gt(orders.changedAt, since)));
  const agreed = lapsed?.priceCents ?? 0;
  if (priceCents >= agreed) return;
  throw new Problem(
    'offer.below-match',
    `You agreed on ${formatPrice(toDollars(agreed))} for this phone, and the order was closed unpaid: for ${barredHours} hours after that, offer that or more`,
  );
}
