import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { isBlockedBetween } from '../chat/index.ts';
import { requireNotAbovePrice } from './accept-offer.ts';
import { orderAtPrice } from './order-at-price.ts';
import { lockOwnOffer } from './own-offer.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Accepts an offer to everyone who favourites a phone: the first recipient gets an order at its price.
 * Repeating the call changes nothing.
 *
 * @param input.phone and `location` are for the order.
 * @returns the order's id.
 * @throws Problem `offer.not-found`, also for other offers; `offer.closed`, `offer.blocked`,
 *   `offer.above-price`, `product.not-found`, `product.sold`, `order.limit-reached`, `validation.failed`
 */
export async function orderOfferedPhone(
  { db, clock, jobs, settings }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; phone: string; location: string },
): Promise<string> {
  const phone = parsePhone(input.phone, 'phone');
  const location = parseLine(input.location, 'location', 'Please provide a meeting location');
  const ordered = await inTransaction(db, async (tx) => {
    const { offer, party, isOpen } = await lockOwnOffer(tx, actor, {
      id: input.id,
      now: clock.now(),
    });
    if (party !== 'buyer' || !offer.favouriteOfferId) throw new Problem('offer.not-found');
    if (offer.orderId) return offer.orderId;
    if (!isOpen) throw new Problem('offer.closed');
    if (await isBlockedBetween(tx, actor.id, offer.sellerId)) throw new Problem('offer.blocked');
    await requireNotAbovePrice(tx, offer);
    const terms = { ...offer, phone, location };
    const orderId = await orderAtPrice(tx, { offer: terms, settings, actor, isBuyer: true });
    await transitionOffer(tx, input.id, 'accept', { orderId });
    return orderId;
  });
  jobs.trigger('dispatch-outbox');
  return ordered;
}
