import { sql } from 'drizzle-orm';
import { bigserial, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * Who a seller was when the account was deleted, encrypted: the key is not in the database. Deleted
 * `SELLER_RECORD_DAYS` after the last sale or payout.
 */
export const sellerRecords = pgTable(
  'seller_records',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    sealed: text().notNull(),
    deletedBy: text({ enum: ['user', 'admin'] }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check('seller_records_deleted_by', sql`${t.deletedBy} in ('user', 'admin')`)],
);

/** Which admin opened a seller record, and why. Append-only; outlives the record. */
export const sellerRecordOpenings = pgTable(
  'seller_record_openings',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** The deleted seller. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    adminId: uuid()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('seller_record_openings_reason', sql`char_length(${t.reason}) between 1 and 500`),
    index('seller_record_openings_of_user').on(t.userId),
    index('seller_record_openings_of_admin').on(t.adminId),
  ],
);
