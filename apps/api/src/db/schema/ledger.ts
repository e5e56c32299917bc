import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Transactions of the double-entry ledger. Append-only: triggers refuse updates and deletes, and a
 * transaction whose entries do not sum to zero cannot commit.
 */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    type: text({
      enum: [
        'capture',
        'provider-fee',
        'release',
        'refund',
        'refund-failed',
        'chargeback',
        'chargeback-won',
        'chargeback-lost',
        'payout',
        'payout-settled',
        'payout-failed',
        'operator-deposit',
      ],
    }).notNull(),
    orderId: uuid().references(() => orders.id),
    /** What the transaction records, once: a second one with this key is refused. */
    key: text().notNull().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('ledger_transactions_of_order').on(t.orderId),
    index('ledger_transactions_at').on(t.at, t.id),
  ],
);

/** Entries of the ledger: debits are positive, credits negative. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    transactionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    /** See `features/ledger/accounts.ts`. */
    account: text().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    /** Lower-case ISO 4217. */
    currency: text().notNull().default('usd'),
  },
  (t) => [
    check('ledger_entries_not_zero', sql`${t.amountCents} <> 0`),
    check('ledger_entries_currency', sql`${t.currency} = 'usd'`),
    index('ledger_entries_of_transaction').on(t.transactionId),
    index('ledger_entries_of_account').on(t.account, t.id),
    index('ledger_entries_fees')
      .on(t.transactionId, t.amountCents)
      .where(sql`${t.account} = 'fees'`),
  ],
);

/**
 * The balance of each account, maintained by a trigger on `ledger_entries`, so that reading it does not
 * depend on the length of the history. Only the account of a seller may change its sign.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    account: text().primaryKey(),
    balanceCents: bigint({ mode: 'number' }).notNull(),
    entries: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    // Most accounts are those of finished orders, and empty.
    index('ledger_accounts_not_zero').on(t.account).where(sql`${t.balanceCents} <> 0`),
    check(
      'ledger_accounts_sign',
      sql`case
        when ${t.account} in ('provider', 'provider-fees', 'chargebacks') then ${t.balanceCents} >= 0
        when ${t.account} in ('fees', 'payouts', 'operator') or ${t.account} like 'escrow:%' then ${t.balanceCents} <= 0
        else ${t.account} like 'seller:%'
      end`,
    ),
  ],
);

/**
 * Blocks of an append-only table, each with the hash of the one before. A change of a sealed row
 * changes the hash of its block and of all that follow.
 */
export const sealedBlocks = pgTable(
  'sealed_blocks',
  {
    /** The table that is sealed. */
    chain: text({ enum: ['ledger', 'audit'] }).notNull(),
    /** Consecutive, from 1. */
    number: integer().notNull(),
    firstId: bigint({ mode: 'number' }).notNull(),
    lastId: bigint({ mode: 'number' }).notNull(),
    /** For each row, its id (8 bytes, big-endian) and the SHA-256 of its content, in order. */
    rowHashes: bytea().notNull(),
    /** SHA-256 of the previous block's hash (32 zero bytes for the first) and `rowHashes`. */
    hash: bytea().notNull(),
    sealedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.number] }),
    check('sealed_blocks_range', sql`${t.firstId} <= ${t.lastId}`),
    check('sealed_blocks_hash', sql`length(${t.hash}) = 32`),
  ],
);

/** What the last verification of each chain found, and the progress of one that is running. */
export const chainVerifications = pgTable('chain_verifications', {
  chain: text({ enum: ['ledger', 'audit'] }).primaryKey(),
  requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Null until a job has taken the request. */
  startedAt: timestamp({ withTimezone: true }),
  finishedAt: timestamp({ withTimezone: true }),
  rowsChecked: bigint({ mode: 'number' }).notNull().default(0),
  rowsTotal: bigint({ mode: 'number' }).notNull().default(0),
  /** The first findings, in words; empty if the chain is intact. */
  findings: jsonb().$type<readonly string[]>().notNull().default([]),
});

/** The invariants of the ledger, as the last check found them. */
export const ledgerInvariants = pgTable('ledger_invariants', {
  /** A key of `invariants` (`features/ledger/invariants.ts`). */
  name: text().primaryKey(),
  holds: boolean().notNull(),
  /** Amounts in cents and counts, by name. */
  figures: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
  checkedAt: timestamp({ withTimezone: true }).notNull(),
  /** Up to which id a growing history was checked, and how many up to there. */
  checkedTo: bigint({ mode: 'number' }).notNull().default(0),
  checked: bigint({ mode: 'number' }).notNull().default(0),
  /** Since when it is violated. Payouts are suspended meanwhile, unless an admin resumed them. */
  violatedAt: timestamp({ withTimezone: true }),
  resumedAt: timestamp({ withTimezone: true }),
  resumedBy: uuid(),
  resumeReason: text(),
});
