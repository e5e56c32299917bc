import { type BlindResult, priceLimits, toCents, toDollars } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { blindOffers, offerRules } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { isBlockedBetween } from '../chat/index.ts';
import { publishLive } from '../live/index.ts';
import { requireOrderAllowed } from '../orders/index.ts';
import { countBlindOffersLeft, matchBlindly } from './blind-matches.ts';
import { findOfferedProduct } from './offered-product.ts';
import { orderAtPrice } from './order-at-price.ts';

/**
 * Compares a buyer's highest price with the seller's lowest one, of which neither learns the other's. If
 * they overlap, the phone is ordered at the price in the middle, with a short hold.
 *
 * Whatever could refuse the order is checked before the floor is read: a refusal says nothing about it, and
 * each comparison is one of the buyer's three. A missing floor takes the same steps as one out of reach.
 *
 * @param input.ceiling whole US dollars.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `offer.blocked`,
 *   `blind-offer.limit-reached`, `order.limit-reached`, `validation.failed`, `account.removed`
 */
export async function makeBlindOffer(
  { db, clock, jobs, settings }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; ceiling: number; phone: string; location: string },
): Promise<BlindResult> {
  const ceilingCents = parseCeiling(input.ceiling);
  const phone = parsePhone(input.phone, 'phone');
  const location = parseLine(input.location, 'location', 'Please provide a meeting location');
  const result = await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'no key update');
    const { sellerId, priceCents: askingCents } = await findOfferedProduct(tx, input.id);
    if (sellerId === actor.id) throw new Problem('product.own-product');
    if (await isBlockedBetween(tx, actor.id, sellerId)) throw new Problem('offer.blocked');
    const pair = { productId: input.id, buyerId: actor.id };
    const left = await countBlindOffersLeft(tx, pair);
    if (left === 0) throw new Problem('blind-offer.limit-reached');
    await requireOrderAllowed(tx, settings, { buyer: actor, productId: input.id });
    const [rules] = await tx
      .select({ floorCents: offerRules.blindFloorCents })
      .from(offerRules)
      .where(eq(offerRules.productId, input.id));
    const floorCents = rules?.floorCents ?? null;
    const { priceCents, band } = matchBlindly({ floorCents, ceilingCents, askingCents });
    const order =
      priceCents === null
        ? null
        : await orderAtPrice(tx, {
            offer: { ...pair, phone, location, priceCents },
            settings,
            actor,
            isBuyer: true,
          });
    const id = newId();
    await tx.insert(blindOffers).values({
      id,
      ...pair,
      sellerId,
      ceilingCents,
      band,
      orderId: order,
      createdAt: clock.now(),
    });
    if (order === null) await emit(tx, { type: 'blind-offer.missed', blindOfferId: id });
    await publishLive(tx, [actor.id, sellerId], { type: 'offers.changed' });
    const price = priceCents === null ? null : toDollars(priceCents);
    return { match: order !== null, band, price, order, left: left - 1 };
  });
  jobs.trigger('dispatch-outbox');
  return result;
}

/** @throws Problem `validation.failed` */
function parseCeiling(dollars: number): number {
  const cents = toCents(dollars) ?? 0;
  const { minCents, maxCents } = priceLimits;
  if (!Number.isInteger(dollars) || cents < minCents || cents > maxCents) {
    throw new Problem('validation.failed', 'Enter whole dollars, such as 250', 'body.ceiling');
  }
  return cents;
}
