import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { isBlockedBetween } from '../chat/index.ts';
import { requireNotBelowMatch } from './blind-matches.ts';
import { insertOffer } from './insert-offer.ts';
import { findOfferedProduct, parseOffer, requireOfferLeft } from './offered-product.ts';
import { lockOwnOffer, requireAnswerable } from './own-offer.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Answers an offer with another price: the offer is void, and the new one is open for 48 hours. That of
 * a buyer counts as one of the buyer's offers on the listing.
 *
 * @param input.price US dollars, at most the asking price.
 * @returns the new offer's id.
 * @throws Problem `offer.not-found`, `offer.not-your-turn`, `offer.closed`, `offer.contact-missing`,
 *   `offer.limit-reached`, `offer.below-match`, `offer.blocked`, `product.not-found`, `product.sold`,
 *   `account.suspended`, `validation.failed`
 */
export async function counterOffer(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  input: { id: string; price: number },
): Promise<string> {
  const now = clock.now();
  const countered = await inTransaction(db, async (tx) => {
    const own = await lockOwnOffer(tx, actor, { id: input.id, now });
    requireAnswerable(own);
    // Decided since the request found the caller not suspended.
    if (own.isSuspended) throw new Problem('account.suspended');
    // It has no phone number yet: the buyer makes an offer of their own.
    if (own.offer.favouriteOfferId) throw new Problem('offer.contact-missing');
    const { productId, sellerId, buyerId, phone, location } = own.offer;
    if (await isBlockedBetween(tx, buyerId, sellerId)) throw new Problem('offer.blocked');
    const { priceCents: askingCents } = await findOfferedProduct(tx, productId);
    const priceCents = parseOffer(input.price, askingCents);
    if (own.party === 'buyer') {
      await requireOfferLeft(tx, { productId, buyerId });
      await requireNotBelowMatch(tx, { productId, buyerId, priceCents }, now);
    }
    await transitionOffer(tx, input.id, 'counter');
    return insertOffer(
      tx,
      {
        productId,
        sellerId,
        buyerId,
        phone,
        location,
        priceCents,
        madeBy: own.party,
        answersId: input.id,
      },
      now,
    );
  });
  jobs.trigger('dispatch-outbox');
  return countered;
}
