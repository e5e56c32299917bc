import { and, eq } from 'drizzle-orm';
import { offers } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine, parsePhone } from '../../platform/text-fields.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { lockUnsuspendedUser, type User } from '../../platform/users.ts';
import { isBlockedBetween } from '../chat/index.ts';
import { publishLive } from '../live/index.ts';
import { requireOrderAllowed } from '../orders/index.ts';
import { requireNotBelowMatch } from './blind-matches.ts';
import { insertOffer } from './insert-offer.ts';
import { findAutomaticAnswer } from './offer-rules.ts';
import { findOfferedProduct, parseOffer, requireOfferLeft } from './offered-product.ts';
import { orderAtPrice } from './order-at-price.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Makes an offer on a phone, open for 48 hours, unless a rule of the seller answers it. The buyer's row is locked, so that the limit and the one
 * open offer hold for several requests at once.
 *
 * @param input.price US dollars, at most the asking price.
 * @returns the offer's id.
 * @throws Problem `product.not-found`, `product.own-product`, `product.sold`, `offer.blocked`,
 *   `offer.already-open`, `offer.limit-reached`, `offer.below-match`, `validation.failed`, `account.removed`
 */
export async function makeOffer(
  { db, clock, jobs, settings }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  input: { id: string; price: number; phone: string; location: string },
): Promise<string> {
  const phone = parsePhone(input.phone, 'phone');
  const location = parseLine(input.location, 'location', 'Please provide a meeting location');
  const now = clock.now();
  const made = await inTransaction(db, async (tx) => {
    await lockUnsuspendedUser(tx, actor, 'no key update');
    const { sellerId, priceCents: askingCents } = await findOfferedProduct(tx, input.id);
    if (sellerId === actor.id) throw new Problem('product.own-product');
    if (await isBlockedBetween(tx, actor.id, sellerId)) throw new Problem('offer.blocked');
    const pair = { productId: input.id, buyerId: actor.id };
    await requireNoneOpen(tx, pair, now);
    await requireOfferLeft(tx, pair);
    const priceCents = parseOffer(input.price, askingCents);
    await requireNotBelowMatch(tx, { ...pair, priceCents }, now);
    const terms = { ...pair, sellerId, priceCents, phone, location };
    const id = await insertOffer(tx, { ...terms, madeBy: 'buyer' }, now);
    const answer = await findAutomaticAnswer(tx, { ...terms, askingCents });
    if (answer === 'accept' && (await canOrder(tx, settings, pair))) {
      const orderId = await orderAtPrice(tx, { offer: terms, settings, actor, isBuyer: true });
      await transitionOffer(tx, id, 'accept', { orderId });
    } else if (answer === 'decline') {
      await transitionOffer(tx, id, 'decline');
    } else {
      await emit(tx, { type: 'offer.made', offerId: id });
      await publishLive(tx, [actor.id, sellerId], { type: 'offers.changed' });
    }
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return made;
}

/**
 * Whether the buyer may place an order. Of one who may not, the seller answers every offer: a refusal of
 * those that a rule accepts would tell its limit, and would use up none of the buyer's offers.
 */
async function canOrder(
  tx: Transaction,
  settings: Deps['settings'],
  { productId, buyerId }: { productId: string; buyerId: string },
): Promise<boolean> {
  try {
    await requireOrderAllowed(tx, settings, { buyer: { id: buyerId }, productId });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'order.limit-reached') return false;
    throw error;
  }
}

/**
 * Closes an open offer whose time has ended, which the job would do within a minute, and declines one of the
 * seller to everyone who favourites the phone: the new one is the buyer's answer to it.
 */
async function requireNoneOpen(
  tx: Transaction,
  { productId, buyerId }: { productId: string; buyerId: string },
  now: Date,
): Promise<void> {
  const [open] = await tx
    .select({
      id: offers.id,
      expiresAt: offers.expiresAt,
      favouriteOfferId: offers.favouriteOfferId,
    })
    .from(offers)
    .where(
      and(eq(offers.productId, productId), eq(offers.buyerId, buyerId), eq(offers.state, 'open')),
    );
  if (!open) return;
  const isOpen = open.expiresAt > now;
  if (isOpen && !open.favouriteOfferId) throw new Problem('offer.already-open');
  await transitionOffer(tx, open.id, isOpen ? 'decline' : 'expire');
}
