import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Email, Id, Inserted } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';
import { handoverMethods } from './order-lifecycle.ts';

/** Errors of payments, part of the error catalogue. */
export const paymentErrors = {
  'payment.processing': { status: 409, title: 'A payment for this order is being processed' },
  'payment.not-succeeded': { status: 409, title: 'The card payment has not gone through' },
  'payment.mismatch': { status: 409, title: 'This payment does not belong to this order' },
  'order.not-paid': { status: 409, title: 'This order is not paid yet' },
  'price.mismatch': { status: 422, title: "The price is not the order's price" },
  'payment.unavailable': { status: 503, title: 'The card provider cannot be reached' },
} as const satisfies ErrorDefinitions;

/** States of a payment attempt. */
export const paymentStates = ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] as const;

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/create-payment-intent',
  summary: 'Create the payment intent of an order, or return the existing one',
  access: 'user',
  accessRule:
    "the buyer of the order; without orderId, the caller's newest unpaid order at that price",
  body: Type.Object({ price: Dollars, orderId: Type.Optional(Id) }),
  response: Type.Object({ clientSecret: Type.String() }),
  errors: [
    'order.not-found',
    'order.already-paid',
    'order.closed',
    'price.mismatch',
    'payment.unavailable',
  ],
});

export const NewPayment = Type.Object({
  price: Dollars,
  transactionId: Type.String({ minLength: 1, maxLength: 200 }),
  email: Email,
  orderId: Id,
});
export type NewPayment = Static<typeof NewPayment>;

export const recordPayment = endpoint({
  method: 'POST',
  path: '/payments',
  summary: 'Record a payment after verifying it with the card provider',
  access: 'user',
  accessRule: 'the buyer of the order',
  body: NewPayment,
  response: Inserted,
  errors: [
    'order.not-found',
    'order.closed',
    'price.mismatch',
    'payment.mismatch',
    'payment.not-succeeded',
    'payment.unavailable',
  ],
});

/** Proof of a payment, for the buyer. */
export const Receipt = Type.Object({
  orderId: Id,
  productName: Type.String(),
  img: Type.String(),
  price: Dollars,
  /** The part of the price that goes, or went, back to the buyer. */
  refunded: Dollars,
  buyerName: Type.String(),
  buyerEmail: Type.String(),
  sellerName: Type.String(),
  handover: Type.Enum(handoverMethods),
  location: Type.String({ description: 'Meeting location' }),
  transactionId: Type.String(),
  placedAt: Type.String({ format: 'date-time' }),
  paidAt: Type.String({ format: 'date-time' }),
});
export type Receipt = Static<typeof Receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/:id/receipt',
  summary: 'The receipt of a paid order',
  access: 'user',
  staff: ['support'],
  accessRule: 'the buyer of the order, or an admin',
  params: Type.Object({ id: Id }),
  response: Receipt,
  errors: ['order.not-found', 'order.not-paid'],
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:provider',
  summary: 'Receive a webhook of the card provider, verified by its signature',
  access: 'webhook',
  params: Type.Object({ provider: Type.String({ maxLength: 40 }) }),
  response: Type.Object({ received: Type.Literal(true) }),
  errors: ['route.not-found', 'payment.unavailable', 'payout.unavailable'],
});
