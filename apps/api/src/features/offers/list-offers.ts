import { type DataExport, type Offer, toDollars } from '@redial/contract';
import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../db/client.ts';
import { offers, orders, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hideContactsIn } from '../../platform/contact-filter/index.ts';
import type { User } from '../../platform/users.ts';
import { absoluteImageUrl } from '../images/index.ts';

/** Offers that a list has at most; they are deleted some months after they have ended. */
const maxOffers = 300;

const buyer = alias(users, 'buyer');
const seller = alias(users, 'seller');

/**
 * Lists the caller's offers, as buyer and as seller, open ones first, each newest first. Phone number and
 * meeting place are for the order and not shown.
 */
export async function listOffers(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { id: userId }: User,
): Promise<Offer[]> {
  const now = clock.now();
  const rows = await db
    .select({
      offer: offers,
      productName: products.name,
      imageUrl: products.imageUrl,
      askingCents: products.resalePriceCents,
      productStatus: products.status,
      buyer: { name: buyer.name, removedAt: buyer.removedAt },
      seller: { name: seller.name, removedAt: seller.removedAt },
      orderState: orders.state,
    })
    .from(offers)
    .innerJoin(products, eq(products.id, offers.productId))
    .innerJoin(buyer, eq(buyer.id, offers.buyerId))
    .innerJoin(seller, eq(seller.id, offers.sellerId))
    .leftJoin(orders, eq(orders.id, offers.orderId))
    .where(ofUser(userId))
    .orderBy(
      desc(sql`${offers.state} = 'open' and ${offers.expiresAt} > ${now}`),
      desc(offers.createdAt),
      desc(offers.id),
    )
    .limit(maxOffers);
  return rows.map(({ offer, orderState, ...row }) => {
    const isBuyer = offer.buyerId === userId;
    const { name, removedAt } = isBuyer ? row.seller : row.buyer;
    const hasEnded = offer.state === 'open' && offer.expiresAt <= now;
    return {
      _id: offer.id,
      product: {
        _id: offer.productId,
        name: row.productName,
        img: absoluteImageUrl(row.imageUrl, settings),
        price: toDollars(row.askingCents),
      },
      role: isBuyer ? 'buyer' : 'seller',
      partner: removedAt ? null : hideContactsIn(name),
      madeBy: offer.madeBy,
      toFavourites: offer.favouriteOfferId !== null,
      price: toDollars(offer.priceCents),
      // The job closes it within a minute.
      state: hasEnded ? 'expired' : offer.state,
      answers: offer.answersId,
      at: offer.createdAt.toISOString(),
      expiresAt: offer.expiresAt.toISOString(),
      closedAt: (hasEnded ? offer.expiresAt : offer.closedAt)?.toISOString() ?? null,
      order: offer.orderId && orderState ? { _id: offer.orderId, state: orderState } : null,
      reserved: offer.state === 'open' && !hasEnded && row.productStatus === 'Sold',
    };
  });
}

/**
 * The condition that an offer is shown to a user. Of an offer to everyone who favourites a phone, its seller
 * sees only the accepted one: the others would say who has it among the favourites.
 */
const ofUser = (userId: string) =>
  or(
    eq(offers.buyerId, userId),
    and(
      eq(offers.sellerId, userId),
      or(isNull(offers.favouriteOfferId), eq(offers.state, 'accepted')),
    ),
  );

/** The offers of a user for the data export, oldest first. */
export async function listOwnOffers(
  db: Executor,
  userId: string,
): Promise<Pick<DataExport, 'offers' | 'receivedOffers'>> {
  const rows = await db
    .select()
    .from(offers)
    .where(ofUser(userId))
    .orderBy(asc(offers.createdAt), asc(offers.id));
  const toExported = (offer: (typeof rows)[number]) => ({
    _id: offer.id,
    productId: offer.productId,
    madeBy: offer.madeBy,
    price: toDollars(offer.priceCents),
    state: offer.state,
    answers: offer.answersId,
    orderId: offer.orderId,
    at: offer.createdAt.toISOString(),
    expiresAt: offer.expiresAt.toISOString(),
    closedAt: offer.closedAt?.toISOString() ?? null,
  });
  return {
    offers: rows
      .filter(({ buyerId }) => buyerId === userId)
      .map((offer) => ({
        ...toExported(offer),
        phone: offer.phone,
        location: offer.location,
      })),
    receivedOffers: rows.filter(({ sellerId }) => sellerId === userId).map(toExported),
  };
}
