import { offerLimits } from '@redial/contract';
import { demoBuyer, demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type OfferRow = (typeof schema.offers)['$inferInsert'];

const hour = 3_600_000;

/**
 * The secret lowest price of the demo seller for a phone, and blind offers of the demo buyer on it that did
 * not reach it: one try is left.
 */
export function blindOfferRows(
  offers: readonly OfferRow[],
  { products }: Pick<Rows, 'products'>,
  random: Random,
  now: Date,
) {
  const open = offers.find(({ madeBy, state }) => madeBy === 'seller' && state === undefined);
  const product = products.find(({ id }) => id === open?.productId);
  if (!open || !product) throw new Error('the demo data has no phone for its blind offers');
  const { productId, sellerId, buyerId } = open;
  const floor = Math.floor((product.resalePriceCents * 0.9) / 100);
  const tries = [
    { share: 0.8, band: 'more', hoursAgo: 20 },
    { share: 0.96, band: 'within-5', hoursAgo: 9 },
  ] as const;
  return {
    rules: [{ productId, blindFloorCents: floor * 100 }],
    made: tries.map(({ share, band, hoursAgo }) => {
      const createdAt = new Date(now.getTime() - hoursAgo * hour);
      const id = uuidAt(random, createdAt);
      const ceilingCents = Math.ceil(floor * share) * 100;
      return { id, productId, sellerId, buyerId, ceilingCents, band, createdAt };
    }),
  };
}

/**
 * Offers in every state between the demo buyer, another buyer and the demo seller, and the one that
 * became the newest unpaid order of the demo buyer, or else another order.
 */
export function offerRows(
  { orders, products, users }: Pick<Rows, 'orders' | 'products' | 'users'>,
  random: Random,
  now: Date,
): OfferRow[] {
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
  const [buyerId, sellerId] = [idOf(demoBuyer.email), idOf(demoSeller.email)];
  const other = users.find(({ role, email }) => role === 'buyer' && email !== demoBuyer.email);
  const own = products.filter(
    (product) => product.sellerId === sellerId && !product.hiddenReasons?.length,
  );
  const [first, second, third] = own.filter(({ status }) => status === 'Available');
  const sold = own.find(({ isPaid }) => isPaid);
  const bought = orders.find((order) => order.buyerId === buyerId && order.sellerId === sellerId);
  if (!first || !second || !third || !sold || !bought || !other) {
    throw new Error('the demo data has too few phones for its offers');
  }
  const rows: OfferRow[] = [];
  /** @param share the offered part of the asking price. */
  const add = (
    product: typeof first,
    share: number,
    hoursAgo: number,
    about: Partial<OfferRow> = {},
  ): string => {
    const createdAt = new Date(now.getTime() - hoursAgo * hour);
    const id = uuidAt(random, createdAt);
    const isOpen = about.state === undefined;
    rows.push({
      id,
      productId: product.id,
      sellerId,
      buyerId,
      madeBy: 'buyer',
      priceCents: Math.floor((product.resalePriceCents * share) / 500) * 500,
      phone: '+1 202-555-0142',
      location: 'Central Station, main entrance',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + offerLimits.hours * hour),
      closedAt: isOpen ? null : new Date(createdAt.getTime() + hour),
      ...about,
    });
    return id;
  };
  // The seller's turn, the buyer's turn, and the ends of other offers.
  add(first, 0.85, 3);
  const answered = add(second, 0.75, 6, { state: 'countered' });
  add(second, 0.92, 5, { madeBy: 'seller', answersId: answered });
  add(third, 0.5, 40, { state: 'declined' });
  add(third, 0.7, 30, { state: 'withdrawn' });
  const fromOther = { buyerId: other.id };
  const after = new Date(now.getTime() - 12 * hour);
  add(third, 0.8, 12 + offerLimits.hours, { ...fromOther, state: 'expired', closedAt: after });
  add(sold, 0.9, 90, { ...fromOther, state: 'voided' });
  const ordered = products.find(({ id }) => id === bought.productId);
  if (!ordered || !(bought.placedAt instanceof Date)) throw new Error('an order without a product');
  const hoursAgo = (now.getTime() - bought.placedAt.getTime()) / hour + 1;
  add(ordered, 1, hoursAgo, {
    state: 'accepted',
    priceCents: bought.priceCents,
    orderId: bought.id,
    closedAt: bought.placedAt,
  });
  return rows;
}
