import { type DemoListing, demoSeller, type Random, sellers, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { createOrderWriter, OrderRows } from './order-rows.ts';

const hour = 3_600_000;
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * hour);

/** What the phone lost in price and battery health until it was offered again. */
const lostCents = 6000;
const lostHealthPct = 4;

/** A phone that was sold on Redial, and that its buyer offers again. */
export interface Resale {
  /** Index of the listing on offer. */
  readonly index: number;
  /** The listing that was sold, when it was posted, and its order. */
  readonly soldProductId: string;
  readonly postedAt: Date;
  readonly orderId: string;
}

/**
 * Writes the earlier sale of a phone that the demo seller offers: somebody else sold it to them a month
 * before.
 *
 * @param writer writes the order
 */
export function writeResale(
  rows: Pick<OrderRows, 'orders'> & {
    readonly users: readonly (typeof schema.users.$inferInsert)[];
    readonly products: (typeof schema.products.$inferInsert)[];
  },
  {
    random,
    listings,
    writer,
  }: {
    random: Random;
    listings: readonly DemoListing[];
    writer: ReturnType<typeof createOrderWriter>;
  },
): Resale {
  const index = listings.findLastIndex(
    ({ seller, battery }, at) =>
      seller === demoSeller &&
      battery !== undefined &&
      rows.products[at]?.status === 'Available' &&
      !rows.orders.some(({ productId }) => productId === rows.products[at]?.id),
  );
  const [listing, offered] = [listings[index], rows.products[index]];
  if (!listing || !offered) throw new Error('The demo seller offers no phone');
  const placedAt = later(listing.postedAt, -30 * 24);
  const postedAt = later(placedAt, -5 * 24);
  const accountOf = ({ email }: { email: string }) =>
    rows.users.find((user) => user.email === email && Number(user.createdAt) < Number(postedAt));
  const former = sellers.find((seller) => seller !== demoSeller && accountOf(seller));
  const owner = former && accountOf(former);
  if (!former || !owner?.id) throw new Error('Nobody could have sold the phone before');
  const priceCents = listing.resalePriceUsd * 100 + lostCents;
  const soldProductId = uuidAt(random, postedAt);
  rows.products.push({
    ...offered,
    id: soldProductId,
    sellerId: owner.id,
    sellerPhone: former.phone,
    location: former.places[0] ?? offered.location,
    resalePriceCents: priceCents,
    status: 'Sold',
    isPaid: true,
    advertised: false,
    postedAt,
  });
  const order = writer.place({
    productId: soldProductId,
    sellerId: owner.id,
    buyerId: offered.sellerId,
    listing: { name: listing.name, img: offered.imageUrl },
    priceCents,
    phone: demoSeller.phone,
    location: demoSeller.places[0] ?? offered.location,
    placedAt,
    expiresAt: later(placedAt, 24),
  });
  order.pay(later(placedAt, 0.2));
  order.go('meet', later(placedAt, 28), null);
  order.go('accept', later(placedAt, 40), offered.sellerId);
  order.release(later(placedAt, 40));
  return { index, soldProductId, postedAt, orderId: order.id };
}

/** What the former seller stated: the same marks, without close-ups, and a better battery. */
export const formerDetails = ({ soldProductId, postedAt }: Resale, details: Details): Details => ({
  ...details,
  productId: soldProductId,
  batteryHealthPct:
    details.batteryHealthPct == null
      ? null
      : Math.min(100, details.batteryHealthPct + lostHealthPct),
  defects: details.defects?.map(({ photo: _, ...defect }) => defect) ?? null,
  changedAt: postedAt,
});

type Details = typeof schema.listingDetails.$inferInsert;
