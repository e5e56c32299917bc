import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { payments } from './orders.ts';

/** Disputes that buyers opened at their bank, as the card provider last reported them. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    provider: text().notNull(),
    orderId: uuid().notNull(),
    paymentId: uuid().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: ['open', 'won', 'lost'] })
      .notNull()
      .default('open'),
    /** The reason that the bank gives. */
    reason: text().notNull(),
    /** When evidence has to be submitted; null if the bank accepts none. */
    evidenceDueAt: timestamp({ withTimezone: true }),
    /** What an admin or Redial itself tells the bank; a bank takes it once. */
    evidence: text(),
    evidenceSubmittedAt: timestamp({ withTimezone: true }),
    openedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    closedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    foreignKey({
      columns: [t.paymentId, t.orderId],
      foreignColumns: [payments.id, payments.orderId],
      name: 'chargebacks_payment_of_order',
    }),
    check('chargebacks_amount_positive', sql`${t.amountCents} > 0`),
    check('chargebacks_state', sql`${t.state} in ('open', 'won', 'lost')`),
    check('chargebacks_closed', sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    index('chargebacks_of_order').on(t.orderId),
    index('chargebacks_open').on(t.openedAt).where(sql`${t.state} = 'open'`),
  ],
);
