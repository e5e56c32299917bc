import Type, { type Static, type TSchema } from 'typebox';
import { carrierCodes } from './carriers.ts';
import { Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';
import { OrderedListing, orderStates } from './orders.ts';
import { UserPhoto } from './profile-photos.ts';

const Timestamp = Type.String({ format: 'date-time' });
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** As whom a user sees an order. */
export const orderViewers = ['buyer', 'seller', 'admin'] as const;
export type OrderViewer = (typeof orderViewers)[number];

/** Ways in which a phone changes hands. */
export const handoverMethods = ['meet', 'ship'] as const;
export type HandoverMethod = (typeof handoverMethods)[number];

/**
 * What a party can do with an order. Each names the endpoint or the panel that does it; which are
 * allowed depends on state and viewer.
 */
export const orderActions = [
  'pay',
  'cancel-order',
  'choose-handover',
  'arrange-meeting',
  'hand-over',
  'ship',
  'correct-shipment',
  'request-cancellation',
  'accept-cancellation',
  'cancel-sale',
  'confirm-receipt',
  'accept',
  'open-dispute',
  'answer-dispute',
  'give-return-address',
  'ship-return',
  'confirm-return',
  'relist',
  'review',
] as const;
export type OrderAction = (typeof orderActions)[number];

/** What the timeline of an order shows: the domain events of its history. */
export const orderTimelineKinds = [
  'order.placed',
  'order.paid',
  'order.cancelled',
  'order.expired',
  'order.handover-chosen',
  'order.cancellation-requested',
  'order.sale-cancelled',
  'order.cancellation-accepted',
  'order.handover-missed',
  'order.shipped',
  'order.shipment-corrected',
  'order.handed-over',
  'order.received',
  'order.completed',
  'order.disputed',
  'order.dispute-resolved',
  'order.return-missed',
  'order.returned',
  'order.charged-back',
  'order.refunded-at-provider',
  'order.chargeback-opened',
  'order.chargeback-won',
  'handover.code-entered',
  'handover.code-withdrawn',
  'return.shipped',
  'payment.refund-due',
  'payment.refunded',
  'refund.failed',
] as const;
export type OrderTimelineKind = (typeof orderTimelineKinds)[number];

/** What happens to an order on its own at a due time. `payment`: the hold of an unpaid order ends. */
export const orderDeadlineKinds = [
  'payment',
  'handover',
  'cancellation-response',
  'second-code',
  'transit',
  'inspection',
  'dispute-response',
  'dispute-end',
  'return-address',
  'return-shipment',
  'return-confirmation',
] as const;
export type OrderDeadlineKind = (typeof orderDeadlineKinds)[number];

/** Why a buyer asks to cancel a paid order, and why a seller cancels a sale. */
export const buyerCancellationReasons = [
  'changed-mind',
  'found-another',
  'seller-silent',
  'other',
] as const;
export const sellerCancellationReasons = ['not-available', 'buyer-silent', 'other'] as const;
export type BuyerCancellationReason = (typeof buyerCancellationReasons)[number];
export type SellerCancellationReason = (typeof sellerCancellationReasons)[number];

/** Maximum lengths of the lines of an address, in characters. */
export const addressLimits = {
  name: 100,
  line1: 120,
  line2: 120,
  postalCode: 20,
  city: 100,
  region: 100,
  country: 60,
} as const;

const line = (field: keyof typeof addressLimits) =>
  Type.String({ minLength: 1, maxLength: addressLimits[field] });
const optionalLine = (field: keyof typeof addressLimits) =>
  Type.Optional(Type.String({ maxLength: addressLimits[field] }));

/** Where a phone is shipped to. */
export const ShippingAddress = Type.Object({
  name: line('name'),
  line1: line('line1'),
  line2: optionalLine('line2'),
  postalCode: line('postalCode'),
  city: line('city'),
  region: optionalLine('region'),
  country: line('country'),
});
export type ShippingAddress = Static<typeof ShippingAddress>;

export const Shipment = Type.Object({
  carrier: Type.Enum(carrierCodes),
  carrierName: Type.String(),
  trackingNumber: Type.String(),
  trackingUrl: nullable(Type.String({ description: "The carrier's page about the parcel" })),
  at: Timestamp,
});
export type Shipment = Static<typeof Shipment>;

/** What a party states about a parcel that it has sent. */
export const shipmentFields = {
  carrier: Type.Enum(carrierCodes),
  carrierName: Type.Optional(
    Type.String({ maxLength: 60, description: 'Required if `carrier` is `other`' }),
  ),
  trackingNumber: Type.String({ minLength: 1, maxLength: 60 }),
};

const Party = Type.Object({
  name: Type.String(),
  photo: UserPhoto,
  contact: nullable(
    Type.Object(
      { email: Type.String(), phone: Type.String() },
      {
        description: 'Known to the other party while the price is held, and to admins never',
      },
    ),
  ),
});

/** An order with everything that its page shows to one viewer. */
export const OrderDetails = Type.Object({
  _id: Id,
  productId: Id,
  viewer: Type.Enum(orderViewers),
  state: Type.Enum(orderStates),
  listing: OrderedListing,
  amounts: Type.Object({
    price: Dollars,
    /** The part of the price that goes, or went, back to the buyer. */
    refunded: Dollars,
    feePercent: Type.Number({ minimum: 0, maximum: 100 }),
    fee: Dollars,
    sellerReceives: Dollars,
  }),
  handover: Type.Enum(handoverMethods),
  meetingLocation: Type.String(),
  buyer: Party,
  seller: Party,
  shippingAddress: nullable(ShippingAddress),
  /** The latest first; it is the valid one. */
  shipments: Type.Array(Shipment),
  cancellationRequest: nullable(
    Type.Object({
      reason: Type.Enum(buyerCancellationReasons),
      requestedAt: Timestamp,
    }),
  ),
  timeline: Type.Array(
    Type.Object({
      kind: Type.Enum(orderTimelineKinds),
      at: Timestamp,
      /** `system`: the clock, a job or the card provider. */
      actor: Type.Union([Type.Enum(orderViewers), Type.Literal('system')]),
      details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    }),
  ),
  /** The earliest first. */
  deadlines: Type.Array(Type.Object({ kind: Type.Enum(orderDeadlineKinds), dueAt: Timestamp })),
  /** Who has to act for the order to go on. */
  turn: Type.Enum(['buyer', 'seller', 'both', 'admin', 'nobody']),
  /** What the viewer may do now; the first is the next step if `turn` includes the viewer. */
  actions: Type.Array(Type.Enum(orderActions)),
  nextAction: nullable(Type.Enum(orderActions)),
  refunds: Type.Array(
    Type.Object({
      amount: Dollars,
      state: Type.Enum(['due', 'succeeded', 'failed']),
      changedAt: Timestamp,
    }),
  ),
  chargebackOpenedAt: nullable(Timestamp),
  placedAt: Timestamp,
  changedAt: Timestamp,
});
export type OrderDetails = Static<typeof OrderDetails>;

const params = Type.Object({ id: Id });

export const getOrderDetails = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  summary: 'One order with its history, deadlines and next steps',
  access: 'user',
  staff: ['support'],
  accessRule: 'the buyer or the seller of the order, or an admin',
  params,
  response: OrderDetails,
  errors: ['order.not-found'],
});

export const chooseHandover = endpoint({
  method: 'PUT',
  path: '/api/orders/:id/handover',
  summary: 'Choose how the phone changes hands',
  access: 'user',
  verifiedEmail: true,
  accessRule:
    'the buyer of the order, until the phone is handed over or shipped; a meeting in place of shipping only before the payment',
  params,
  body: Type.Object({
    method: Type.Enum(handoverMethods),
    address: Type.Optional(ShippingAddress),
  }),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'validation.failed'],
});

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cancellation-request',
  summary: 'Ask the seller to cancel a paid order',
  access: 'user',
  verifiedEmail: true,
  accessRule: 'the buyer of the order',
  params,
  body: Type.Object({ reason: Type.Enum(buyerCancellationReasons) }),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status'],
});

export const cancelSale = endpoint({
  method: 'POST',
  path: '/api/orders/:id/cancellation',
  summary: 'Cancel a sale before the handover, or accept the request for it: the buyer is refunded',
  access: 'user',
  verifiedEmail: true,
  accessRule: 'the seller of the order',
  params,
  body: Type.Object({ reason: Type.Optional(Type.Enum(sellerCancellationReasons)) }),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'order.chargeback-open'],
});

export const shipOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/shipment',
  summary: 'Record that the phone is on its way, or correct carrier and tracking number',
  access: 'user',
  verifiedEmail: true,
  accessRule: 'the seller of the order',
  params,
  body: Type.Object(shipmentFields),
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'validation.failed'],
});

export const confirmReceipt = endpoint({
  method: 'POST',
  path: '/api/orders/:id/receipt',
  summary: 'Confirm that a shipped phone has arrived',
  access: 'user',
  verifiedEmail: true,
  accessRule: 'the buyer of the order',
  params,
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status'],
});

export const acceptOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/acceptance',
  summary: 'Confirm that everything is fine: the seller is paid',
  access: 'user',
  verifiedEmail: true,
  accessRule: 'the buyer of the order',
  params,
  response: Modified,
  errors: ['order.not-found', 'order.invalid-status', 'order.chargeback-open'],
});

/** An order in the list of a seller's sales. */
export const Sale = Type.Object({
  _id: Id,
  productName: Type.String(),
  img: Type.String(),
  buyerName: Type.String(),
  price: Dollars,
  sellerReceives: Dollars,
  state: Type.Enum(orderStates),
  handover: Type.Enum(handoverMethods),
  /** Whether the seller has to act. */
  needsAction: Type.Boolean(),
  nextAction: nullable(Type.Enum(orderActions)),
  /** The earliest deadline that is not paused by a chargeback. */
  deadline: nullable(Type.Object({ kind: Type.Enum(orderDeadlineKinds), dueAt: Timestamp })),
  placedAt: Timestamp,
});
export type Sale = Static<typeof Sale>;

export const listSales = endpoint({
  method: 'GET',
  path: '/api/sales',
  summary: "The caller's sales: those that need action first, then the newest",
  access: 'user',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
  response: Type.Object({
    sales: Type.Array(Sale),
    total: Type.Integer({ minimum: 0 }),
    /** How many of all need an action of the seller. */
    needingAction: Type.Integer({ minimum: 0 }),
  }),
  errors: [],
});

/** Sales on a page of the list. */
export const salesPerPage = 20;
