import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
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
    state: text({ enum: ['unpaid', 'paid', 'cancelled', 'expired'] })
      .notNull()
      .default('unpaid'),
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
    check('orders_state', sql`${t.state} in ('unpaid', 'paid', 'cancelled', 'expired')`),
    check('orders_price_positive', sql`${t.priceCents} > 0`),
    check('orders_not_own_product', sql`${t.buyerId} <> ${t.sellerId}`),
    check('orders_paid_has_payment', sql`(${t.state} = 'paid') = (${t.paidPaymentId} is not null)`),
    uniqueIndex('orders_one_active_per_product')
      .on(t.productId)
      .where(sql`${t.state} in ('unpaid', 'paid')`),
    index('orders_of_buyer').on(t.buyerId, t.placedAt.desc().nullsFirst()),
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
    index('payments_open_by_age').on(t.createdAt).where(sql`${t.state} = 'open'`),
  ],
);

/** Append-only ledger: one row for each event of an order or its payments. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    paymentId: uuid().references(() => payments.id),
    kind: text({
      enum: [
        'order.placed',
        'order.cancelled',
        'order.expired',
        'order.paid',
        'payment.refund-due',
        'payment.refunded',
      ],
    }).notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('order_events_of_order').on(t.orderId, t.id)],
);

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
  (t) => [primaryKey({ columns: [t.provider, t.eventId] })],
);
