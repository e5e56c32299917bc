import { type BlindOffers, type DataExport, toDollars } from '@redial/contract';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { blindOffers, orders, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { countBlindOffersLeft } from './blind-matches.ts';

/** Blind offers that a list has at most. */
const maxBlindOffers = 100;

/**
 * Lists the caller's blind offers on a phone, newest first. Its seller gets those of everybody, without
 * names and prices.
 *
 * @throws Problem `product.not-found`
 */
export async function listBlindOffers(
  { db }: Pick<Deps, 'db'>,
  { id: userId }: User,
  { id: productId }: { id: string },
): Promise<BlindOffers> {
  const [product] = await db
    .select({ sellerId: products.sellerId })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.removedAt)));
  if (!product) throw new Problem('product.not-found');
  const isSeller = product.sellerId === userId;
  const rows = await db
    .select({ offer: blindOffers, orderState: orders.state })
    .from(blindOffers)
    .leftJoin(orders, eq(orders.id, blindOffers.orderId))
    .where(
      and(
        eq(blindOffers.productId, productId),
        isSeller ? undefined : eq(blindOffers.buyerId, userId),
      ),
    )
    .orderBy(desc(blindOffers.createdAt), desc(blindOffers.id))
    .limit(maxBlindOffers);
  return {
    left: isSeller ? null : await countBlindOffersLeft(db, { productId, buyerId: userId }),
    made: rows.map(({ offer, orderState }) => ({
      _id: offer.id,
      at: offer.createdAt.toISOString(),
      ceiling: isSeller ? null : toDollars(offer.ceilingCents),
      band: offer.band,
      order: offer.orderId && orderState ? { _id: offer.orderId, state: orderState } : null,
    })),
  };
}

/** The blind offers that a user has made, for the data export, oldest first. */
export async function listOwnBlindOffers(
  db: Executor,
  userId: string,
): Promise<DataExport['blindOffers']> {
  const rows = await db
    .select()
    .from(blindOffers)
    .where(eq(blindOffers.buyerId, userId))
    .orderBy(asc(blindOffers.createdAt), asc(blindOffers.id));
  return rows.map((offer) => ({
    _id: offer.id,
    productId: offer.productId,
    ceiling: toDollars(offer.ceilingCents),
    band: offer.band,
    orderId: offer.orderId,
    at: offer.createdAt.toISOString(),
  }));
}
