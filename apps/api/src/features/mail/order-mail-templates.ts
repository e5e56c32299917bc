import { formatPrice, toDollars } from '@redial/contract';
import type { Settings } from '../../settings.ts';
import type { MailContent } from './layout.ts';

interface Party {
  readonly name: string;
  readonly email: string;
  readonly removedAt: Date | null;
}

/** What there is to say of an order. */
export interface OrderMailData {
  readonly id: string;
  readonly productName: string;
  readonly priceCents: number;
  /** Where the phone changes hands. */
  readonly location: string;
  readonly buyerPhone: string;
  readonly sellerPhone: string;
  /** Set where the phone is no longer on the market. */
  readonly withdrawnAt: Date | null;
  readonly buyer: Party;
  readonly seller: Party;
}

type OrderMailTemplate = (
  order: OrderMailData,
  settings: Pick<Settings, 'publicUrl' | 'orderHoldHours'>,
) => MailContent;

/**
 * The words of each mail about an order. How to reach one another, the parties hear when the order is
 * paid, not before: whoever orders and never pays learns nothing that the page did not show.
 */
export const orderMailTemplates = {
  placed: {
    buyer: (order, settings) => ({
      subject: `Your order: ${order.productName}`,
      preview: `Held for you for ${hours(settings)}.`,
      heading: 'Your order is placed',
      paragraphs: [
        `${order.productName} is held for you for ${hours(settings)}. Pay ${priceOf(order)} by card within that time; after it the phone goes back on offer.`,
        `You meet at: ${order.location}`,
      ],
      action: {
        label: 'Pay for it',
        url: `${settings.publicUrl}/dashboard/myorders/payment/${order.id}`,
      },
      note: 'If you changed your mind, cancel the order under My Orders.',
    }),
    seller: (order, settings) => ({
      subject: `Ordered: ${order.productName}`,
      preview: `It is held for the buyer for ${hours(settings)}.`,
      heading: 'Your phone is ordered',
      paragraphs: [
        `${order.productName} was ordered for ${priceOf(order)} and is held for the buyer for ${hours(settings)}.`,
        'It is not paid yet: keep the phone until we write that it is.',
      ],
      action: myProducts(settings),
      note: 'You need not do anything now.',
    }),
  },
  paid: {
    buyer: (order, settings) => ({
      subject: `Paid: ${order.productName}`,
      preview: `Your card was charged ${priceOf(order)}.`,
      heading: 'Your payment arrived',
      paragraphs: [
        `You paid ${priceOf(order)} for ${order.productName}. The phone is yours.`,
        `Arrange a time with ${order.seller.name}: ${order.seller.email}, ${order.sellerPhone}.`,
        `You meet at: ${order.location}`,
      ],
      action: myOrders(settings),
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Sold: ${order.productName}`,
      preview: `The buyer paid ${priceOf(order)}.`,
      heading: 'Your phone is sold',
      paragraphs: [
        `${order.productName} is paid: ${priceOf(order)}.`,
        `Arrange a time with ${order.buyer.name}: ${order.buyer.email}, ${order.buyerPhone}.`,
        `The buyer would like to meet at: ${order.location}`,
      ],
      action: myProducts(settings),
      note: `Order ${order.id}`,
    }),
  },
  cancelled: {
    buyer: (order, settings) => ({
      subject: `Cancelled: ${order.productName}`,
      preview: 'You were not charged.',
      heading: 'Your order is cancelled',
      paragraphs: [`You cancelled your order of ${order.productName}. You were not charged.`],
      action: myOrders(settings),
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Order cancelled: ${order.productName}`,
      preview: 'The buyer changed their mind.',
      heading: 'The order was cancelled',
      paragraphs: [
        `The buyer of ${order.productName} cancelled the order without paying.`,
        onOfferAgain(order),
      ],
      action: myProducts(settings),
      note: `Order ${order.id}`,
    }),
  },
  expired: {
    buyer: (order, settings) => ({
      subject: `Order closed: ${order.productName}`,
      preview: 'You were not charged.',
      heading: 'Your order is closed',
      paragraphs: [
        order.withdrawnAt
          ? `${order.productName} is no longer on the market, so your order of it is closed. You were not charged.`
          : `${order.productName} was not paid for in time, so it is no longer held for you. You were not charged.`,
      ],
      action: { label: 'See other phones', url: settings.publicUrl },
      note: `Order ${order.id}`,
    }),
    seller: (order, settings) => ({
      subject: `Order closed: ${order.productName}`,
      preview: 'It was not paid.',
      heading: 'The order is closed',
      paragraphs: [
        `The order of ${order.productName} was closed without a payment.`,
        onOfferAgain(order),
      ],
      action: myProducts(settings),
      note: `Order ${order.id}`,
    }),
  },
} as const satisfies Record<
  string,
  { readonly buyer: OrderMailTemplate; readonly seller: OrderMailTemplate }
>;

const priceOf = ({ priceCents }: OrderMailData) => formatPrice(toDollars(priceCents));

const hours = ({ orderHoldHours }: Pick<Settings, 'orderHoldHours'>) =>
  orderHoldHours === 1 ? 'one hour' : `${orderHoldHours} hours`;

const onOfferAgain = ({ withdrawnAt }: OrderMailData) =>
  withdrawnAt ? 'The phone is no longer on the market.' : 'The phone is on offer again.';

const myOrders = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => ({
  label: 'My Orders',
  url: `${publicUrl}/dashboard/myorders`,
});

const myProducts = ({ publicUrl }: Pick<Settings, 'publicUrl'>) => ({
  label: 'My Products',
  url: `${publicUrl}/dashboard/myproducts`,
});
