import { eq } from 'drizzle-orm';
import { type offers, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { orderAtPrice } from './order-at-price.ts';
import { lockOwnOffer, requireAnswerable } from './own-offer.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Accepts an offer: its buyer gets an order at the offered price, with a short hold. Repeating the call
 * changes nothing.
 *
 * @returns the order's id.
 * @throws Problem `offer.not-found`, `offer.not-your-turn`, `offer.closed`, `offer.contact-missing`, `offer.above-price`,
 *   `offer.buyer-at-limit`, also if the buyer is suspended; `product.not-found`, `product.sold`,
 *   `order.limit-reached`, `account.suspended`
 */
export async function acceptOffer(
  { db, clock, jobs, settings }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'settings'>,
  actor: User,
  { id }: { id: string },
): Promise<string> {
  const accepted = await inTransaction(db, async (tx) => {
    const own = await lockOwnOffer(tx, actor, { id, now: clock.now() });
    const { offer, party, isOwn } = own;
    if (offer.orderId && !isOwn) return offer.orderId;
    requireAnswerable(own);
    // `orderOfferedPhone` asks for it.
    if (offer.favouriteOfferId) throw new Problem('offer.contact-missing');
    await requireNotAbovePrice(tx, offer);
    const orderId = await orderAtPrice(tx, { offer, settings, actor, isBuyer: party === 'buyer' });
    await transitionOffer(tx, id, 'accept', { orderId });
    return orderId;
  });
  jobs.trigger('dispatch-outbox');
  return accepted;
}

/**
 * Locks the product, so that its price stays until the order has it.
 *
 * @throws Problem `offer.above-price`
 */
export async function requireNotAbovePrice(
  tx: Transaction,
  { productId, priceCents }: Pick<typeof offers.$inferSelect, 'productId' | 'priceCents'>,
): Promise<void> {
  const [product] = await tx
    .select({ priceCents: products.resalePriceCents })
    .from(products)
    .where(eq(products.id, productId))
    .for('no key update');
  if (product && product.priceCents < priceCents) throw new Problem('offer.above-price');
}
