import { sql } from 'drizzle-orm';
import {
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';

/**
 * IMEIs of listings. The number itself is not stored: `imeiHash` is a keyed hash for comparisons,
 * `imeiEncrypted` is for the seller's own view. Neither key is in the database.
 */
export const listingImeis = pgTable(
  'listing_imeis',
  {
    productId: uuid()
      .notNull()
      .references(() => products.id),
    imeiHash: text().notNull(),
    imeiEncrypted: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the listing no longer occupied the number: it was sold or removed. */
    releasedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.imeiHash] }),
    uniqueIndex('listing_imeis_one_live').on(t.imeiHash).where(sql`${t.releasedAt} is null`),
    index('listing_imeis_of_hash').on(t.imeiHash),
  ],
);
