import { type OrderedListing, orderStates, type ShippingAddress } from '@redial/contract';
import { isNotNull, ne, or, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DomainEventType } from '../../events.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/**
 * Orders, each with a snapshot of the product. Orders are never deleted; price and parties never
 * change.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey(),
    productId: uuid().notNull(),
    sellerId: uuid().notNull(),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    productName: text().notNull(),
    imageUrl: text().notNull(),
    priceCents: bigint({ mode: 'number' }).notNull(),
    phone: text().notNull(),
    location: text().notNull(),
    state: text({ enum: orderStates }).notNull().default('unpaid'),
    /** The seller's fee in hundredths of a percent, as it was when the order was placed. */
    feeBasisPoints: integer().notNull().default(0),
    /** How the phone changes hands. */
    handover: text({ enum: ['meet', 'ship'] })
      .notNull()
      .default('meet'),
    /** The part of the price that the buyer gets back, at most the price. */
    refundedCents: bigint({ mode: 'number' }).notNull().default(0),
    /** Since when a chargeback is open; money does not move meanwhile. */
    chargebackOpenedAt: timestamp({ withTimezone: true }),
    /** When the state last changed. */
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The payment that settled the order. */
    paidPaymentId: uuid().unique(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When an unpaid order expires and its product becomes available again. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.productId, t.sellerId],
      foreignColumns: [products.id, products.sellerId],
      name: 'orders_product_of_seller',
    }),
    unique('orders_id_buyer_price').on(t.id, t.buyerId, t.priceCents),
    check(
      'orders_state',
      sql`${t.state} in ('unpaid', 'paid', 'in_transit', 'delivered', 'disputed', 'returning', 'completed', 'refunded', 'cancelled', 'expired')`,
    ),
    check('orders_fee', sql`${t.feeBasisPoints} between 0 and 3000`),
    check('orders_handover', sql`${t.handover} in ('meet', 'ship')`),
    check('orders_refund_of_price', sql`${t.refundedCents} between 0 and ${t.priceCents}`),
    check('orders_price_positive', sql`${t.priceCents} > 0`),
    check('orders_not_own_product', sql`${t.buyerId} <> ${t.sellerId}`),
    check(
      'orders_paid_has_payment',
      sql`(${t.state} in ('unpaid', 'cancelled', 'expired')) = (${t.paidPaymentId} is null)`,
    ),
    uniqueIndex('orders_one_active_per_product')
      .on(t.productId)
      .where(sql`${t.state} not in ('refunded', 'cancelled', 'expired')`),
    index('orders_of_seller').on(t.sellerId, t.placedAt.desc().nullsFirst()),
    index('orders_of_buyer').on(t.buyerId, t.placedAt.desc().nullsFirst()),
    // Read every minute by the checks of the ledger.
    index('orders_held')
      .on(t.id)
      .where(sql`${t.state} not in ('unpaid', 'cancelled', 'expired', 'completed', 'refunded')`),
    index('orders_by_day').on(t.placedAt),
    index('orders_unpaid_by_expiry').on(t.expiresAt).where(sql`${t.state} = 'unpaid'`),
  ],
);

/**
 * Attempts to pay an order at the card provider. The amount and the buyer equal the order's, by
 * foreign key.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    /**
     * The provider's id of the intent (`transactionId` on the wire); null until the provider has
     * responded.
     */
    intentId: text(),
    orderId: uuid().notNull(),
    buyerId: uuid().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] })
      .notNull()
      .default('open'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      columns: [t.orderId, t.buyerId, t.amountCents],
      foreignColumns: [orders.id, orders.buyerId, orders.priceCents],
      name: 'payments_amount_is_the_orders',
    }),
    unique('payments_provider_intent').on(t.provider, t.intentId),
    unique('payments_id_order').on(t.id, t.orderId),
    check(
      'payments_state',
      sql`${t.state} in ('open', 'succeeded', 'canceled', 'refund_due', 'refunded')`,
    ),
    uniqueIndex('payments_one_open_per_order').on(t.orderId).where(sql`${t.state} = 'open'`),
    uniqueIndex('payments_one_settled_per_order')
      .on(t.orderId)
      .where(sql`${t.state} = 'succeeded'`),
    index('payments_of_intent').on(t.intentId),
    index('payments_open_by_age').on(t.createdAt).where(sql`${t.state} = 'open'`),
  ],
);

/** Append-only history: one row for each event of an order or its payments. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid().references(() => payments.id),
    /** The type of the domain event. */
    kind: text().$type<DomainEventType>().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** The user who caused it; null for the clock, a job or a provider. */
    actorId: uuid().references(() => users.id),
    /** What the timeline shows beyond the kind, such as carrier and tracking number. */
    details: jsonb().$type<Readonly<Record<string, string | number>>>(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('order_events_of_order').on(t.orderId, t.id),
    index('order_events_paid').on(t.at, t.amountCents).where(sql`${t.kind} = 'order.paid'`),
  ],
);

/**
 * Due times of orders: what happens on its own unless somebody acts before. A job claims each row when
 * it is due; leaving the state that it belongs to closes it.
 */
export const orderDeadlines = pgTable(
  'order_deadlines',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** A key of `deadlineKinds` (`features/orders/deadlines.ts`). */
    kind: text().notNull(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was claimed or became void. */
    closedAt: timestamp({ withTimezone: true }),
    outcome: text({ enum: ['fired', 'void'] }),
  },
  (t) => [
    check('order_deadlines_outcome', sql`(${t.closedAt} is null) = (${t.outcome} is null)`),
    uniqueIndex('order_deadlines_one_open').on(t.orderId, t.kind).where(sql`${t.closedAt} is null`),
    index('order_deadlines_due').on(t.dueAt).where(sql`${t.closedAt} is null`),
    index('order_deadlines_of_order').on(t.orderId),
  ],
);

/**
 * Where the phone of an order is shipped to. The seller can see it between payment and completion; it
 * is deleted some weeks after the order has ended.
 */
export const shippingAddresses = pgTable('shipping_addresses', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  address: jsonb().$type<ShippingAddress>().notNull(),
  changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

type LaterField = 'photos' | 'formFactor' | 'details' | 'defects';
/** The snapshot of a listing, with images as stored. Older ones lack some fields. */
export type OrderedListingRow = Omit<OrderedListing, LaterField> &
  Partial<Pick<OrderedListing, LaterField>>;

/** The listing as it was when it was ordered. Never changed. */
export const orderSnapshots = pgTable('order_snapshots', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  /** In the contract's form, without contact data. */
  listing: jsonb().$type<OrderedListingRow>().notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/**
 * Refunds of succeeded payments, in whole or in part. A refund is due until the provider has accepted
 * it. The provider can report its failure later.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid().notNull(),
    orderId: uuid().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['due', 'succeeded', 'failed'] })
      .notNull()
      .default('due'),
    /** The provider's id of the refund; null until the provider has responded. */
    providerRefundId: text(),
    /** A second refund with this key is ignored. */
    dedupe: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      columns: [t.paymentId, t.orderId],
      foreignColumns: [payments.id, payments.orderId],
      name: 'refunds_payment_of_order',
    }),
    check('refunds_amount_positive', sql`${t.amountCents} > 0`),
    check('refunds_state', sql`${t.state} in ('due', 'succeeded', 'failed')`),
    index('refunds_of_order').on(t.orderId),
    index('refunds_by_day').on(t.createdAt),
    index('refunds_of_provider').on(t.providerRefundId),
    index('refunds_due').on(t.createdAt).where(sql`${t.state} = 'due'`),
  ],
);

/**
 * SQL condition: a refund was not dropped. One that failed without an id of the provider was never made,
 * since the bank or a refund in the provider's dashboard had paid the buyer before.
 */
export const isNotDropped = or(ne(refunds.state, 'failed'), isNotNull(refunds.providerRefundId));

/** Received webhook events, stored once each; `handledAt` is set after processing. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    handledAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.eventId] }),
    index('provider_events_waiting').on(t.receivedAt).where(sql`${t.handledAt} is null`),
  ],
);
