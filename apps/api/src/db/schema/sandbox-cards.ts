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
        'disputed',
        'refund-pending',
        'refund-fails',
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
    /** What the card that paid does later. */
    afterPayment: text({ enum: ['disputed', 'refund-pending', 'refund-fails'] }),
    /** When the buyer's bank opens a dispute. */
    disputeDueAt: timestamp({ withTimezone: true }),
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
      sql`${t.refundedCents} = 0 or (${t.status} = 'succeeded' and ${t.refundedCents} between 0 and ${t.amountCents})`,
    ),
    index('intents_disputes_due').on(t.disputeDueAt).where(sql`${t.disputeDueAt} is not null`),
  ],
);

export const sandboxRefunds = sandboxCards.table(
  'refunds',
  {
    id: text().primaryKey(),
    /** Null for a refund made in the dashboard. */
    idempotencyKey: text().unique(),
    intentId: text()
      .notNull()
      .references(() => sandboxIntents.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    status: text({ enum: ['pending', 'succeeded', 'failed'] })
      .notNull()
      .default('succeeded'),
    failureCode: text(),
    /** When a refund of some test cards changes its status. */
    dueAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('refunds_amount_positive', sql`${t.amountCents} > 0`),
    check('refunds_status', sql`${t.status} in ('pending', 'succeeded', 'failed')`),
    index('refunds_of_intent').on(t.intentId),
    index('refunds_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

/** Disputes that buyers open at their bank. */
export const sandboxDisputes = sandboxCards.table(
  'disputes',
  {
    id: text().primaryKey(),
    intentId: text()
      .notNull()
      .unique()
      .references(() => sandboxIntents.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    feeCents: bigint({ mode: 'number' }).notNull(),
    reason: text().notNull(),
    status: text({ enum: ['needs_response', 'under_review', 'won', 'lost'] })
      .notNull()
      .default('needs_response'),
    evidence: text(),
    evidenceDueAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('disputes_status', sql`${t.status} in ('needs_response', 'under_review', 'won', 'lost')`),
    index('disputes_by_age').on(t.createdAt),
    index('disputes_unanswered').on(t.evidenceDueAt).where(sql`${t.status} = 'needs_response'`),
  ],
);

/** Changes of a balance at the provider: the marketplace's, or a seller's account's. */
export const sandboxBalanceEntries = sandboxCards.table(
  'balance_entries',
  {
    id: text().primaryKey(),
    /** The seller's account; null for the marketplace's balance. */
    accountId: text(),
    kind: text({
      enum: [
        'charge',
        'refund',
        'refund-failure',
        'dispute',
        'dispute-reversal',
        'transfer',
        'transfer-reversal',
        'payout',
        'payout-failure',
        'top-up',
      ],
    }).notNull(),
    /** Signed gross amount. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    feeCents: bigint({ mode: 'number' }).notNull().default(0),
    /** The intent, refund, dispute, transfer or payout. */
    sourceId: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('balance_entries_of_account').on(t.accountId, t.createdAt),
    index('balance_entries_of_source').on(t.sourceId),
  ],
);

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
