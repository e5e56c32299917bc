import { bigint, index, integer, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * The books of the sandbox card provider. They stand for an outside company's: only its adapter
 * reads or writes them, and nothing refers to them.
 */
export const sandboxCards = pgSchema('sandbox_cards');

export const sandboxIntents = sandboxCards.table('intents', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  clientSecret: text().notNull(),
  amountCents: bigint({ mode: 'number' }).notNull(),
  currency: text().notNull(),
  orderId: text().notNull(),
  status: text({
    enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'],
  }).notNull(),
  /** Cents given back. */
  refundedCents: bigint({ mode: 'number' }).notNull().default(0),
  lastError: text(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export const sandboxRefunds = sandboxCards.table('refunds', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  intentId: text()
    .notNull()
    .references(() => sandboxIntents.id),
  amountCents: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Webhook messages still to be delivered, or delivered. */
export const sandboxEvents = sandboxCards.table(
  'events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    deliveredAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('sandbox_events_due').on(t.dueAt)],
);
