import type { offers } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { createOrder } from '../orders/index.ts';

type Terms = Pick<
  typeof offers.$inferSelect,
  'productId' | 'buyerId' | 'phone' | 'location' | 'priceCents'
>;

/**
 * Orders the phone of an offer at its price, with a short hold.
 *
 * @param about.isBuyer whether the actor is the buyer, whose own limits are explained to them.
 * @returns the order's id.
 * @throws Problem `offer.buyer-at-limit`, `product.not-found`, `product.sold`, `order.limit-reached`,
 *   `account.suspended`
 */
export async function orderAtPrice(
  tx: Transaction,
  {
    offer,
    settings,
    actor,
    isBuyer,
  }: {
    offer: Terms;
    settings: Deps['settings'];
    actor: User;
    isBuyer: boolean;
  },
): Promise<string> {
  const { productId, buyerId, phone, location, priceCents } = offer;
  try {
    return await createOrder(tx, settings, {
      buyer: { id: buyerId },
      actor,
      productId,
      phone,
      location,
      agreed: { priceCents, holdMinutes: settings.offerReservationMinutes },
    });
  } catch (error) {
    // The limit and the suspension are the buyer's; their messages are for the buyer.
    if (!isBuyer && error instanceof Problem && ofBuyer.has(error.code)) {
      throw new Problem('offer.buyer-at-limit');
    }
    throw error;
  }
}

const ofBuyer: ReadonlySet<string> = new Set(['order.limit-reached', 'account.suspended']);
