import Type, { type Static } from 'typebox';

import type { ErrorDefinitions } from './common-errors.ts';
import { Deleted, Email, Id, Inserted, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Defect } from './grade.ts';
import { ListingDetails } from './listing-details.ts';
import { listingFields } from './listing-fields.ts';
import { ListingPhoto } from './listing-photos.ts';
import { formFactors } from './models.ts';
import { Dollars } from './money.ts';

/** Errors of orders, part of the error catalogue. */
export const orderErrors = {
  'order.not-found': { status: 404, title: 'There is no such order' },
  'order.limit-reached': { status: 409, title: 'You hold too many unpaid orders' },
  'order.already-paid': { status: 409, title: 'This order is already paid' },
  'order.closed': { status: 409, title: 'This order has been cancelled' },
  'order.invalid-status': { status: 409, title: 'The order is in another state by now' },
  'order.chargeback-open': {
    status: 409,
    title: 'A chargeback on this order is open: no money moves until it is decided',
  },
  'product.sold': { status: 409, title: 'This product has just been sold' },
  'product.own-product': { status: 403, title: 'You cannot order your own product' },
} as const satisfies ErrorDefinitions;

/** States of an order; `docs/orders.md` has the transitions. */
export const orderStates = [
  'unpaid',
  'paid',
  'in_transit',
  'delivered',
  'disputed',
  'returning',
  'completed',
  'refunded',
  'cancelled',
  'expired',
] as const;
export type OrderState = (typeof orderStates)[number];

export const Order = Type.Object({
  _id: Id,
  productName: Type.String(),
  img: Type.String(),
  buyerName: Type.String(),
  email: Type.String(),
  price: Dollars,
  phone: Type.String(),
  location: Type.String(),
  productId: Id,
  isPaid: Type.Boolean(),
  state: Type.Enum(orderStates),
  expiresAt: Type.String({
    format: 'date-time',
    description: 'When an unpaid order is closed and its phone is available again',
  }),
});
export type Order = Static<typeof Order>;

const { number: _number, location: _location, ...keptFields } = listingFields;

/** A listing as it was when it was ordered, without contact data. */
export const OrderedListing = Type.Object({
  ...keptFields,
  photos: Type.Array(Type.Pick(ListingPhoto, ['img', 'alt'])),
  formFactor: orNull(Type.Enum(formFactors)),
  details: ListingDetails,
  /** Null if the seller had not said whether there were any. */
  defects: orNull(Type.Array(Defect)),
});
export type OrderedListing = Static<typeof OrderedListing>;

/** Only `productId`, `phone` and `location` are used; the server has its own records of the rest. */
export const NewOrder = Type.Object({
  // Null where a client has none, such as the name of a user without one.
  productName: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  img: Type.Optional(orNull(Type.String({ maxLength: 2000 }))),
  buyerName: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  email: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  price: Type.Optional(orNull(Type.Number())),
  phone: Type.String({ minLength: 1, maxLength: 40 }),
  location: Type.String({ minLength: 1, maxLength: 200 }),
  productId: Id,
});
export type NewOrder = Static<typeof NewOrder>;

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  summary: 'Order a phone',
  access: 'user',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: 'not for an own product',
  body: NewOrder,
  response: Inserted,
  errors: [
    'product.not-found',
    'product.sold',
    'product.own-product',
    'order.limit-reached',
    'validation.failed',
  ],
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  summary: "A user's orders, except those that were closed without payment",
  access: 'user',
  staff: ['support'],
  accessRule: 'that user, or an admin',
  query: Type.Object({ email: Email }),
  response: Type.Array(Order),
  errors: ['account.not-owner'],
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  summary: 'One order',
  access: 'user',
  staff: ['support'],
  accessRule: 'the buyer of the order, or an admin',
  params: Type.Object({ id: Id }),
  response: Order,
  errors: ['order.not-found'],
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/delete/:orderId',
  summary: 'Cancel an unpaid order',
  access: 'user',
  accessRule: 'the buyer of the order',
  params: Type.Object({ orderId: Id }),
  body: Type.Object({ productId: Id }),
  response: Deleted,
  errors: ['order.not-found', 'order.already-paid', 'payment.processing', 'payment.unavailable'],
});
