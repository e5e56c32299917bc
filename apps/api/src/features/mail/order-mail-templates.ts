import { formatPrice, type HandoverMethod, orderPagePath, toDollars } from '@redial/contract';
import type { Settings } from '../../settings.ts';
import type { MailContent } from './layout.ts';
import type { NotifySettings } from './notify.ts';

interface Party {
  readonly id: string;
  readonly email: string;
  readonly removedAt: Date | null;
}

/** The data of an order's mails. */
export interface OrderMailData {
  readonly id: string;
  /** What the mail calls the phone; to its buyer, in the words of the catalogue, not of its seller. */
  readonly phone: string;
  readonly priceCents: number;
  /** Minutes for which it was held when it was placed. */
  readonly holdMinutes: number;
  /** Who made the offer that was accepted; null for an order at the asking price. */
  readonly offeredBy: 'buyer' | 'seller' | null;
  /** Where buyer and seller meet. */
  readonly location: string;
  readonly handover: HandoverMethod;
  readonly buyerPhone: string;
  readonly sellerPhone: string;
  /** Whether the product is soft-deleted or hidden. */
  readonly isOffMarket: boolean;
  readonly buyer: Party;
  readonly seller: Party;
}

/** The settings that mails mention. */
export type MailSettings = NotifySettings & Pick<Settings, 'trade'>;

type OrderMailTemplate = (order: OrderMailData, settings: MailSettings) => MailContent;

/**
 * The mails about an order. Contact details are sent when the order is paid, not before: a buyer who
 * never pays learns nothing beyond the public page. Free text of the other party (names, places, the
 * title of the listing) is on the page of the order, not in a mail that Redial sends.
 */
export const orderMailTemplates = {
  'order.placed': {
    buyer: (order, settings) => ({
      subject: `Your order: ${order.phone}`,
      preview: `Held for you for ${formatHold(order)}.`,
      heading: order.offeredBy === 'buyer' ? 'Your offer is accepted' : 'Your order is placed',
      paragraphs: [
        `${order.phone} is held for you for ${formatHold(order)}. Pay ${formatOrderPrice(order)} by card within that time; after it the phone goes back on offer.`,
        `You meet at: ${order.location}`,
      ],
      action: {
        label: 'Pay for it',
        url: `${settings.publicUrl}/dashboard/myorders/payment/${order.id}`,
      },
      note: 'If you changed your mind, cancel the order under My Orders.',
    }),
    seller: (order, settings) => ({
      subject: `Ordered: ${order.phone}`,
      preview: `It is held for the buyer for ${formatHold(order)}.`,
      heading: order.offeredBy === 'seller' ? 'Your offer is accepted' : 'Your phone is ordered',
      paragraphs: [
        `${order.phone} was ordered for ${formatOrderPrice(order)} and is held for the buyer for ${formatHold(order)}.`,
        'It is not paid yet: keep the phone until we write that it is.',
      ],
      action: myProducts(settings),
      note: 'You need not do anything now.',
    }),
  },
  'order.paid': {
    buyer: (order, settings) => ({
      subject: `Paid: ${order.phone}`,
      preview: `Your card was charged ${formatOrderPrice(order)}.`,
      heading: 'Your payment arrived',
      paragraphs: [
        `You paid ${formatOrderPrice(order)} for ${order.phone}.`,
        contactDetails(order.seller, order.sellerPhone),
        order.handover === 'ship'
          ? 'The seller ships it to your address.'
          : `You meet at: ${order.location}`,
        'Redial holds your money until you confirm that everything is fine.',
      ],
      action: openOrder(order, settings),
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Sold: ${order.phone}`,
      preview: `The buyer paid ${formatOrderPrice(order)}.`,
      heading: 'Your phone is sold',
      paragraphs: [
        `${order.phone} is paid: ${formatOrderPrice(order)}.`,
        contactDetails(order.buyer, order.buyerPhone),
        order.handover === 'ship'
          ? 'Ship it to the address on the page of the order, and add the tracking number there.'
          : 'The place where the buyer would like to meet is on the page of the order.',
        'Redial holds the money until the buyer confirms that everything is fine.',
      ],
      action: openOrder(order, settings),
      note: `Order ${order.id}`,
    }),
  },
  'order.cancelled': {
    buyer: (order, settings) => ({
      subject: `Cancelled: ${order.phone}`,
      preview: 'You were not charged.',
      heading: 'Your order is cancelled',
      paragraphs: [`You cancelled your order of ${order.phone}. You were not charged.`],
      action: myOrders(settings),
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Order cancelled: ${order.phone}`,
      preview: 'The buyer changed their mind.',
      heading: 'The order was cancelled',
      paragraphs: [
        `The buyer of ${order.phone} cancelled the order without paying.`,
        availability(order),
      ],
      action: myProducts(settings),
      note: `Order ${order.id}`,
    }),
  },
  'order.expired': {
    buyer: (order, settings) => ({
      subject: `Order closed: ${order.phone}`,
      preview: 'You were not charged.',
      heading: 'Your order is closed',
      paragraphs: [
        order.isOffMarket
          ? `${order.phone} is no longer on the market, so your order of it is closed. You were not charged.`
          : `${order.phone} was not paid for in time, so it is no longer held for you. You were not charged.`,
      ],
      action: { label: 'See other phones', url: settings.publicUrl },
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Order closed: ${order.phone}`,
      preview: 'It was not paid.',
      heading: 'The order is closed',
      paragraphs: [
        `The order of ${order.phone} was closed without a payment.`,
        availability(order),
      ],
      action: myProducts(settings),
      note: `Order ${order.id}`,
    }),
  },
} as const satisfies Record<
  string,
  { readonly buyer: OrderMailTemplate; readonly seller: OrderMailTemplate }
>;

export type OrderMailEvent = keyof typeof orderMailTemplates;

const contactDetails = ({ email, removedAt }: Party, phone: string) =>
  removedAt
    ? 'The other account has been deleted in the meantime.'
    : `Arrange a time: ${email}, ${phone}.`;

const formatOrderPrice = ({ priceCents }: OrderMailData) => formatPrice(toDollars(priceCents));

const formatHold = ({ holdMinutes }: OrderMailData) => {
  if (holdMinutes === 60) return 'one hour';
  return holdMinutes % 60 === 0 ? `${holdMinutes / 60} hours` : `${holdMinutes} minutes`;
};

const availability = ({ isOffMarket }: OrderMailData) =>
  isOffMarket ? 'The phone is no longer on the market.' : 'The phone is on offer again.';

const openOrder = (
  { id }: OrderMailData,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): MailContent['action'] => ({ label: 'Open the order', url: publicUrl + orderPagePath(id) });

const myOrders = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => ({
  label: 'My Orders',
  url: `${publicUrl}/dashboard/myorders`,
});

const myProducts = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => ({
  label: 'My Products',
  url: `${publicUrl}/dashboard/myproducts`,
});
