import { formatPrice, offerLimits, offersPath, type Party, toDollars } from '@redial/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { favourites, models, offers, orders, products, users } from '../../db/schema/index.ts';
import type { DomainEventOf } from '../../events.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { active } from '../../platform/users.ts';
import { endedWithBuyer } from '../offers/index.ts';
import { type NotifySettings, notify } from './notify.ts';
import { phoneName } from './order-mails.ts';

/** The events of offers with a mail. An accepted offer has that of its order. */
export const offerMailEvents = [
  'offer.made',
  'offer.countered',
  'offer.declined',
  'offer.withdrawn',
  'offer.expired',
  'offer.voided',
] as const;

type OfferMailEvent = DomainEventOf<(typeof offerMailEvents)[number]>;
type OfferRow = typeof offers.$inferSelect;

interface OfferMail {
  readonly to: Party;
  readonly heading: string;
  readonly text: string;
}

const otherSide = { buyer: 'seller', seller: 'buyer' } as const;
const sideNames = { buyer: 'The buyer', seller: 'The seller' } as const;
const priceOf = ({ priceCents }: Pick<OfferRow, 'priceCents'>) =>
  formatPrice(toDollars(priceCents));

/** Notifies the side of an offer that has not caused its step. */
export async function enqueueOfferMails(
  tx: Transaction,
  settings: NotifySettings,
  { type, offerId }: OfferMailEvent,
): Promise<void> {
  const [found] = await tx
    .select({
      offer: offers,
      product: { id: products.id, name: products.name },
      category: products.category,
      brand: models.brand,
      model: models.name,
    })
    .from(offers)
    .innerJoin(products, eq(products.id, offers.productId))
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(offers.id, offerId));
  if (!found) return;
  const { offer, product } = found;
  const mail = await describe(tx, type, offer);
  if (!mail) return;
  const userId = mail.to === 'buyer' ? offer.buyerId : offer.sellerId;
  const [recipient] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), active))
    .for('share');
  if (!recipient) return;
  // The title of the listing is the seller's text: its buyer reads the words of the catalogue.
  const phone = mail.to === 'seller' ? product.name : phoneName(found);
  const about = {
    kind: 'offers',
    key: `${type.replace('.', '-')}:${offerId}`,
    subject: { type: 'product', id: product.id, title: phone },
  } as const;
  await notify(tx, settings, recipient, about, {
    subject: `${mail.heading}: ${phone}`,
    preview: mail.text,
    heading: mail.heading,
    paragraphs: [`${phone}: ${mail.text}`],
    action: { label: 'Open your offers', url: settings.publicUrl + offersPath },
    note: 'Stay on Redial to agree and to pay: only then are you protected.',
  });
}

/** What a step means for whom; nothing if it has been overtaken by a later one. */
async function describe(
  tx: Transaction,
  type: OfferMailEvent['type'],
  offer: OfferRow,
): Promise<OfferMail | undefined> {
  const price = priceOf(offer);
  switch (type) {
    case 'offer.made':
      return offer.state === 'open'
        ? {
            to: 'seller',
            heading: 'You have an offer',
            text: `A buyer offers ${price}. Accept, decline or answer it within ${offerLimits.hours} hours.`,
          }
        : undefined;
    case 'offer.countered': {
      const [next] = await tx.select().from(offers).where(eq(offers.answersId, offer.id));
      if (next?.state !== 'open') return undefined;
      return {
        to: otherSide[next.madeBy],
        heading: 'You have a counter-offer',
        text: `${sideNames[next.madeBy]} offers ${priceOf(next)} in place of your ${price}. Answer within ${offerLimits.hours} hours.`,
      };
    }
    case 'offer.declined':
      // The seller does not learn who has got it.
      if (offer.favouriteOfferId) return undefined;
      return {
        to: offer.madeBy,
        heading: 'Your offer was declined',
        text: `${sideNames[otherSide[offer.madeBy]]} has declined your offer of ${price}.`,
      };
    case 'offer.withdrawn':
      return {
        to: 'seller',
        heading: 'An offer was withdrawn',
        text: `The buyer has withdrawn the offer of ${price}.`,
      };
    case 'offer.expired':
      if (offer.favouriteOfferId) return undefined;
      return {
        to: offer.madeBy,
        heading: 'Your offer has expired',
        text: `Your offer of ${price} was not answered in ${offerLimits.hours} hours.`,
      };
    case 'offer.voided':
      if (await hasEndedWithBuyer(tx, offer)) {
        if (offer.favouriteOfferId) return undefined;
        return {
          to: 'seller',
          heading: 'An offer has ended',
          text: `The account of the buyer was suspended or deleted, so the offer of ${price} has ended. The phone is still for sale.`,
        };
      }
      return (await knowsAnyway(tx, offer))
        ? undefined
        : {
            to: 'buyer',
            heading: offer.madeBy === 'buyer' ? 'Your offer is void' : 'The offer is void',
            text: 'This phone is no longer on offer.',
          };
  }
}

async function hasEndedWithBuyer(tx: Transaction, { id }: OfferRow): Promise<boolean> {
  const ended = endedWithBuyer({
    buyerId: sql`${offers.buyerId}`,
    closedAt: sql`${offers.closedAt}`,
  });
  return (await tx.$count(offers, and(eq(offers.id, id), ended))) > 0;
}

/** Whether the buyer has bought the phone, or is notified that a favourite is sold. */
async function knowsAnyway(tx: Transaction, offer: OfferRow): Promise<boolean> {
  if (await hasOrdered(tx, offer)) return true;
  if (!offer.favouriteOfferId) return false;
  const { buyerId, productId } = offer;
  const isSold = eq(products.isPaid, true);
  const found = await tx
    .select({ id: products.id })
    .from(favourites)
    .innerJoin(products, eq(products.id, favourites.productId))
    .where(and(eq(favourites.userId, buyerId), eq(favourites.productId, productId), isSold));
  return found.length > 0;
}

/** Whether the buyer has bought the phone at the asking price meanwhile. */
async function hasOrdered(tx: Transaction, { buyerId, productId }: OfferRow): Promise<boolean> {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.buyerId, buyerId),
        eq(orders.productId, productId),
        inArray(orders.state, ['paid', 'in_transit', 'delivered', 'completed']),
      ),
    );
  return order !== undefined;
}
