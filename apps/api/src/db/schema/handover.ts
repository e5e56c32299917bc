import { parties } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';

/** Meetings of buyers and sellers; per order at most one proposal and one that both agreed on. */
export const meetings = pgTable(
  'meetings',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    proposedBy: text({ enum: parties }).notNull(),
    place: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** In whose time the two meet; null if the client did not say so. */
    timeZone: text(),
    state: text({ enum: ['proposed', 'accepted', 'replaced'] })
      .notNull()
      .default('proposed'),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('meetings_proposed_by', sql`${t.proposedBy} in ('buyer', 'seller')`),
    check('meetings_state', sql`${t.state} in ('proposed', 'accepted', 'replaced')`),
    uniqueIndex('meetings_one_per_state')
      .on(t.orderId, t.state)
      .where(sql`${t.state} <> 'replaced'`),
    index('meetings_of_order').on(t.orderId),
  ],
);

/** Links with which friends of a party see an agreed meeting; one per order and party. */
export const meetingShares = pgTable(
  'meeting_shares',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    party: text({ enum: parties }).notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.party] }),
    check('meeting_shares_party', sql`${t.party} in ('buyer', 'seller')`),
  ],
);

/**
 * What each party of an order did with the other one's handover code. The codes themselves are derived
 * from a key and not stored.
 */
export const handoverConfirmations = pgTable(
  'handover_confirmations',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** Who types the code of the other one. */
    party: text({ enum: parties }).notNull(),
    /** When the right code was entered. */
    enteredAt: timestamp({ withTimezone: true }),
    /** Wrong codes since the last right one. */
    wrongCodes: integer().notNull().default(0),
    /** Until when further codes are refused. */
    lockedUntil: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.party] }),
    check('handover_confirmations_party', sql`${t.party} in ('buyer', 'seller')`),
  ],
);

/** Comparisons of the IMEI that a phone shows with the listing's; the numbers are not stored. */
export const deviceChecks = pgTable('device_checks', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  mismatches: integer().notNull().default(0),
  /** Keyed hashes of the numbers that did not match: the same one again is not another try. */
  mismatchedHashes: text().array().notNull().default([]),
  matchedAt: timestamp({ withTimezone: true }),
});
