import { maxAvailabilityAlerts } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { availabilityAlerts, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockActiveUser, type User } from '../../platform/users.ts';
import { isVisibleTo } from '../catalogue/index.ts';

/**
 * Has the caller notified when a phone that somebody else holds is available again. Repeating it
 * changes nothing.
 *
 * @returns the number of added alerts.
 * @throws Problem `product.not-found`, `availability-alert.not-on-hold`, `availability-alert.too-many`
 */
export function addAvailabilityAlert(
  { db }: Pick<Deps, 'db'>,
  actor: User,
  { listingId }: { listingId: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Serializes the calls of a user, so that two at once do not exceed the maximum.
    await lockActiveUser(tx, actor, 'no key update');
    // The end of the hold updates the row, so it waits, and its event is delivered after this alert.
    const [product] = await tx
      .select({ sellerId: products.sellerId })
      .from(products)
      .where(and(eq(products.id, listingId), isVisibleTo(actor)))
      .for('share');
    if (!product) throw new Problem('product.not-found');
    const [hold] = await tx
      .select({ buyerId: orders.buyerId })
      .from(orders)
      .where(and(eq(orders.productId, listingId), eq(orders.state, 'unpaid')));
    if (!hold || hold.buyerId === actor.id || product.sellerId === actor.id) {
      throw new Problem('availability-alert.not-on-hold');
    }
    const own = eq(availabilityAlerts.userId, actor.id);
    const isKnown = await tx.$count(
      availabilityAlerts,
      and(own, eq(availabilityAlerts.productId, listingId)),
    );
    if (isKnown > 0) return 0;
    if ((await tx.$count(availabilityAlerts, own)) >= maxAvailabilityAlerts) {
      throw new Problem('availability-alert.too-many');
    }
    await tx.insert(availabilityAlerts).values({ userId: actor.id, productId: listingId });
    return 1;
  });
}
