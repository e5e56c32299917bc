import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { sandboxCards } from './sandbox-cards.ts';

/** Sellers' accounts at the sandbox provider. */
export const sandboxAccounts = sandboxCards.table(
  'accounts',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull().unique(),
    userId: text().notNull(),
    email: text().notNull(),
    status: text({ enum: ['details-needed', 'pending', 'enabled', 'rejected'] })
      .notNull()
      .default('details-needed'),
    requirements: jsonb().$type<string[]>().notNull(),
    holderName: text(),
    last4: text(),
    /** Recognizes the bank account. */
    fingerprint: text(),
    /** What the test account number does. */
    behaviour: text({
      enum: ['succeeds', 'no-account', 'account-closed', 'verified-late', 'rejected'],
    }),
    /** When the verification ends. */
    dueAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check(
      'accounts_status',
      sql`${t.status} in ('details-needed', 'pending', 'enabled', 'rejected')`,
    ),
    index('accounts_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

export const sandboxTransfers = sandboxCards.table(
  'transfers',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => sandboxAccounts.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    reversedCents: bigint({ mode: 'number' }).notNull().default(0),
    group: text('transfer_group').notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('transfers_amount_positive', sql`${t.amountCents} > 0`),
    check('transfers_reversed', sql`${t.reversedCents} between 0 and ${t.amountCents}`),
  ],
);

export const sandboxTransferReversals = sandboxCards.table('transfer_reversals', {
  id: text().primaryKey(),
  idempotencyKey: text().notNull().unique(),
  transferId: text()
    .notNull()
    .references(() => sandboxTransfers.id),
  amountCents: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});

/** Payouts from sellers' accounts to their banks. */
export const sandboxPayouts = sandboxCards.table(
  'payouts',
  {
    id: text().primaryKey(),
    accountId: text()
      .notNull()
      .references(() => sandboxAccounts.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    reference: text().notNull(),
    status: text({ enum: ['pending', 'in_transit', 'paid', 'failed'] }).notNull(),
    failureCode: text(),
    /** The behaviour of the bank account when the payout was created. */
    behaviour: text({ enum: ['succeeds', 'no-account', 'account-closed'] }).notNull(),
    arrivesAt: timestamp({ withTimezone: true }).notNull(),
    /** When the status changes. */
    dueAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    unique('payouts_reference').on(t.accountId, t.reference),
    check('payouts_amount_positive', sql`${t.amountCents} > 0`),
    check('payouts_status', sql`${t.status} in ('pending', 'in_transit', 'paid', 'failed')`),
    index('payouts_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);
