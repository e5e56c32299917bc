import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * Tables of the sandbox card provider. It represents an external company: only its adapter accesses
 * them, and no other table references them.
 */
export const sandboxCards = pgSchema('sandbox_cards');

/**
 * Short-lived payment methods: brand, last digits and test behaviour of a card, without its number.
 */
export const sandboxPaymentMethods = sandboxCards.table(
  'payment_methods',
  {
    id: text().primaryKey(),
    brand: text().notNull(),
    last4: text().notNull(),
    behaviour: text({
      enum: [
        'succeeds',
        'requires-action',
        'declined',
        'insufficient-funds',
        'expired',
        'wrong-cvc',
      ],
    }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('payment_methods_last4', sql`${t.last4} ~ '^[0-9]{4}$'`),
    index('payment_methods_by_age').on(t.createdAt),
  ],
);

export const sandboxIntents = sandboxCards.table(
  'intents',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull().unique(),
    clientSecret: text().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    orderId: text().notNull(),
    status: text({
      enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'],
    }).notNull(),
    /** Number of declined confirmations; too many cancel the intent. */
    failedAttempts: integer().notNull().default(0),
    /** Refunded cents. */
    refundedCents: bigint({ mode: 'number' }).notNull().default(0),
    /** Error code of the last decline. */
    lastError: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('intents_amount_positive', sql`${t.amountCents} > 0`),
    check(
      'intents_status',
      sql`${t.status} in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')`,
    ),
    check(
      'intents_refund_of_what_was_paid',
      sql`${t.refundedCents} = 0 or (${t.status} = 'succeeded' and ${t.refundedCents} = ${t.amountCents})`,
    ),
  ],
);

export const sandboxRefunds = sandboxCards.table('refunds', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  intentId: text()
    .notNull()
    .references(() => sandboxIntents.id),
  amountCents: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Webhook events, with their delivery state. */
export const sandboxEvents = sandboxCards.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deliveredAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('sandbox_events_due').on(t.dueAt).where(sql`${t.deliveredAt} is null`)],
);
