import { offerLimits } from '@redial/contract';
import { demoBuyer, demoSeller, type Random, uuidAt } from '@redial/demo-data';
import type * as schema from '../db/schema/index.ts';
import type { Rows } from './rows.ts';

type Row<Table extends { $inferInsert: unknown }> = Table['$inferInsert'];
type OfferRow = Row<typeof schema.offers>;
type Favourite = Row<typeof schema.favourites>;

const hour = 3_600_000;

/**
 * Offers of the demo seller to everyone who favourites a phone: one that the demo buyer can accept, one that
 * nobody accepted in time, and one that the demo buyer accepted, with an order.
 *
 * @param about.favourites who watches which phone.
 * @param about.offers the other offers: a listing and a buyer have one open offer, and an order has one.
 */
export function favouriteOfferRows(
  { orders, products, users }: Pick<Rows, 'orders' | 'products' | 'users'>,
  about: { favourites: readonly Favourite[]; offers: readonly OfferRow[] },
  random: Random,
  now: Date,
): { sent: Row<typeof schema.favouriteOffers>[]; offers: OfferRow[] } {
  const { favourites, offers } = about;
  const idOf = (email: string) => users.find((user) => user.email === email)?.id ?? '';
  const [buyerId, sellerId] = [idOf(demoBuyer.email), idOf(demoSeller.email)];
  const watched = products.filter(({ id }) => favourites.some(({ productId }) => productId === id));
  const hasOpen = (id: string | undefined) =>
    offers.some(({ productId, state }) => productId === id && state === undefined);
  const open = watched.find(({ id }) => !hasOpen(id));
  const expired = watched.find(({ id }) => id !== open?.id);
  const bought = orders.find(
    (order) =>
      order.buyerId === buyerId &&
      order.sellerId === sellerId &&
      order.placedAt instanceof Date &&
      !offers.some(({ orderId }) => orderId === order.id) &&
      products.some(({ id, isPaid }) => id === order.productId && isPaid),
  );
  const accepted = products.find(({ id }) => id === bought?.productId);
  if (!open || !expired || !accepted || !(bought?.placedAt instanceof Date)) {
    throw new Error('the demo data has too few phones for offers to favourites');
  }
  const { placedAt } = bought;
  const rows: ReturnType<typeof favouriteOfferRows> = { sent: [], offers: [] };
  /** @param stateOf what became of the offer to a recipient. */
  const send = (
    product: typeof open,
    { priceCents, createdAt }: { priceCents: number; createdAt: Date },
    stateOf: (recipientId: string) => Partial<OfferRow>,
  ): void => {
    const id = uuidAt(random, createdAt);
    const terms = { productId: product.id, sellerId, priceCents };
    const times = {
      createdAt,
      expiresAt: new Date(createdAt.getTime() + offerLimits.hours * hour),
    };
    const recipients = [...new Set(favourites.map(({ userId }) => userId))];
    rows.sent.push({ id, ...terms, recipients: recipients.length, ...times });
    for (const recipient of recipients) {
      rows.offers.push({
        id: uuidAt(random, createdAt),
        ...terms,
        buyerId: recipient,
        madeBy: 'seller',
        phone: '',
        location: '',
        favouriteOfferId: id,
        ...times,
        ...stateOf(recipient),
      });
    }
  };
  const ago = (hours: number) => new Date(now.getTime() - hours * hour);
  const below = ({ resalePriceCents }: typeof open) =>
    Math.floor((resalePriceCents * 0.9) / 500) * 500;
  send(open, { priceCents: below(open), createdAt: ago(4) }, () => ({}));
  send(expired, { priceCents: below(expired), createdAt: ago(9 * 24) }, () => ({
    state: 'expired',
    closedAt: ago(9 * 24 - offerLimits.hours),
  }));
  const offered = { priceCents: bought.priceCents, createdAt: new Date(placedAt.getTime() - hour) };
  send(accepted, offered, (recipientId) => ({
    closedAt: placedAt,
    ...(recipientId === buyerId
      ? { state: 'accepted', orderId: bought.id, phone: bought.phone, location: bought.location }
      : { state: 'voided' }),
  }));
  return rows;
}
