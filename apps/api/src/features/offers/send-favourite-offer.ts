import { formatPrice, offerLimits, toDollars } from '@redial/contract';
import { favouriteOffers, offers } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { countAdmirers, findLastSent, listRecipients, nextAfter } from './favourite-offers.ts';
import { findOfferedProduct, parseOffer } from './offered-product.ts';

/**
 * Sends an offer to everyone who favourites a phone: each gets one of the seller, open for 48 hours. Their
 * notifications follow by the event, so a phone with many favourites does not keep the request waiting. The
 * lock of the product serializes it with offers of buyers.
 *
 * @param input.price US dollars, below the asking price.
 * @returns the id of what was sent; the offers have it in common.
 * @throws Problem `product.not-found`, `product.not-owner`, `product.sold`, `favourite-offer.too-soon`,
 *   `favourite-offer.no-recipients`, `validation.failed`, `account.removed`, `account.suspended`
 */
export async function sendFavouriteOffer(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  input: { id: string; price: number },
): Promise<string> {
  const now = clock.now();
  const sent = await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'share');
    const product = await findOfferedProduct(tx, input.id);
    if (product.sellerId !== actor.id) throw new Problem('product.not-owner');
    const priceCents = parseOffer(input.price, product.priceCents);
    if (priceCents === product.priceCents) {
      const asking = formatPrice(toDollars(product.priceCents));
      throw new Problem(
        'validation.failed',
        `Offer less than the price of ${asking}`,
        'body.price',
      );
    }
    const last = await findLastSent(tx, input.id);
    if (last && nextAfter(last) > now) throw new Problem('favourite-offer.too-soon');
    const terms = { productId: input.id, sellerId: actor.id };
    const admirers = await countAdmirers(tx, input.id);
    if (admirers === 0) throw new Problem('favourite-offer.no-recipients');
    const recipients = await listRecipients(tx, terms);
    const id = newId();
    const expiresAt = new Date(now.getTime() + offerLimits.hours * 3_600_000);
    const times = { createdAt: now, expiresAt };
    await tx
      .insert(favouriteOffers)
      .values({ id, ...terms, priceCents, recipients: admirers, ...times });
    const sentOffers = recipients.map((recipient) => ({
      id: newId(),
      ...terms,
      buyerId: recipient.id,
      madeBy: 'seller' as const,
      priceCents,
      // The buyer gives them when accepting it.
      phone: '',
      location: '',
      favouriteOfferId: id,
      ...times,
    }));
    // Nobody gets one if all are blocked or bargain already, which the seller does not learn.
    if (sentOffers.length > 0) await tx.insert(offers).values(sentOffers);
    await emit(tx, { type: 'favourite-offer.sent', favouriteOfferId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return sent;
}
