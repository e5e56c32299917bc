import { payoutAccountStatuses, payoutStates } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * Sellers' accounts at the provider that pays them out, as it last reported them. It alone has the
 * bank details.
 */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    provider: text().notNull(),
    /** The provider's id of the account; null until the provider has responded. */
    accountId: text().unique(),
    status: text({ enum: payoutAccountStatuses }).notNull().default('none'),
    requirements: jsonb().$type<readonly string[]>().notNull().default([]),
    last4: text(),
    /** A keyed hash of the provider's fingerprint of the bank account, see `seller-marks.ts`. */
    bankMark: text(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'payout_accounts_status',
      sql`${t.status} in ('none', 'details-needed', 'pending', 'enabled', 'rejected')`,
    ),
    check(
      'payout_accounts_enabled_has_id',
      sql`${t.status} <> 'enabled' or ${t.accountId} is not null`,
    ),
  ],
);

/**
 * Payouts of sellers' balances. A seller has at most one on its way to the bank; one that comes back
 * does not delay the next.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    provider: text().notNull(),
    accountId: text().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    state: text({ enum: payoutStates }).notNull().default('requested'),
    /** The provider's ids; null until it has responded. */
    transferId: text(),
    providerPayoutId: text(),
    failureCode: text(),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the money is expected at the bank. */
    arrivesAt: timestamp({ withTimezone: true }),
    /** When it was paid. A bank can return the money later. */
    settledAt: timestamp({ withTimezone: true }),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('payouts_amount_positive', sql`${t.amountCents} > 0`),
    check(
      'payouts_state',
      sql`${t.state} in ('requested', 'transferred', 'paying', 'settled', 'returning', 'failed')`,
    ),
    uniqueIndex('payouts_one_open_per_user')
      .on(t.userId)
      .where(sql`${t.state} in ('requested', 'transferred', 'paying')`),
    uniqueIndex('payouts_provider_id').on(t.provider, t.providerPayoutId),
    index('payouts_of_user').on(t.userId, t.requestedAt.desc().nullsFirst()),
    index('payouts_open').on(t.changedAt).where(sql`${t.state} not in ('settled', 'failed')`),
    index('payouts_failed').on(t.changedAt).where(sql`${t.state} = 'failed'`),
    index('payouts_of_transfer').on(t.transferId),
    index('payouts_of_provider_payout').on(t.providerPayoutId),
    index('payouts_settled').on(t.settledAt).where(sql`${t.state} = 'settled'`),
  ],
);
