import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm';
import {
  blindOffers,
  moderationDecisions,
  offers,
  orders,
  products,
  users,
} from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { DomainEventOf } from '../../events.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { transitionOffer } from './transitions.ts';

/**
 * Voids the open offers on a phone that is paid or was taken off the market. While it is only reserved
 * they stay, since it may return.
 *
 * @returns the number of offers voided.
 */
export async function voidOffers(
  { db }: Pick<Deps, 'db'>,
  event: DomainEventOf<'order.paid' | 'product.removed'>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const productId =
      event.type === 'product.removed' ? event.productId : await productOf(tx, event.orderId);
    const [product] = await tx
      .select({ isPaid: products.isPaid, removedAt: products.removedAt })
      .from(products)
      .where(eq(products.id, productId));
    // An event that was delayed may no longer be true.
    if (!product?.isPaid && !product?.removedAt) return 0;
    return voidOpen(tx, eq(offers.productId, productId));
  });
}

/** Voids the open offers of a user who is suspended or removed, as buyer and as seller. */
export const voidOffersOfUser = (tx: Transaction, userId: string): Promise<number> =>
  voidOpen(tx, or(eq(offers.buyerId, userId), eq(offers.sellerId, userId)));

/**
 * Whether an offer was voided because its buyer's account was deleted or suspended, which happened in the
 * same transaction. Offers have milliseconds, the others microseconds.
 */
export const endedWithBuyer = ({ buyerId, closedAt }: { buyerId: SQL; closedAt: SQL }): SQL => sql`(
  exists (select from ${users} where id = ${buyerId}
    and removed_at <= ${closedAt} + interval '1 millisecond')
  or exists (select from ${moderationDecisions}
    where person_id = ${buyerId} and kind in ('suspend', 'ban')
      and decided_at between ${closedAt} - interval '1 millisecond'
        and ${closedAt} + interval '1 millisecond'))`;

/**
 * Deletes the blind offers of a buyer who is removed. After a suspension they still count: the limit of
 * tries keeps the seller's lowest price secret.
 */
export async function eraseBlindOffers(tx: Transaction, buyerId: string): Promise<void> {
  await tx.delete(blindOffers).where(eq(blindOffers.buyerId, buyerId));
}

async function voidOpen(tx: Transaction, condition: SQL | undefined): Promise<number> {
  const open = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.state, 'open'), condition))
    .orderBy(asc(offers.id))
    .for('update');
  for (const { id } of open) await transitionOffer(tx, id, 'void');
  return open.length;
}

async function productOf(tx: Transaction, orderId: string): Promise<string> {
  const [order] = await tx
    .select({ productId: orders.productId })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return order.productId;
}
