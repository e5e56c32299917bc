import { parties, type SelfTestFinding } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/** Links that open the self-test on a phone; each works once. */
export const selfTestLinks = pgTable(
  'self_test_links',
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** The order of the buyer who tests; null for the seller. */
    orderId: uuid().references(() => orders.id),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('self_test_links_of_product').on(t.productId),
    index('self_test_links_of_user').on(t.createdBy),
  ],
);

/** Reports of self-tests, with the signature of the server. Append-only. */
export const selfTests = pgTable(
  'self_tests',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /** The order of the buyer who tested; null for the seller. */
    orderId: uuid().references(() => orders.id),
    party: text({ enum: parties }).notNull(),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    /** The name of the listing at that time. */
    productName: text().notNull(),
    results: jsonb().$type<SelfTestFinding[]>().notNull(),
    jws: text().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (t) => [
    check('self_tests_party', sql`${t.party} in ('buyer', 'seller')`),
    check('self_tests_order', sql`(${t.party} = 'buyer') = (${t.orderId} is not null)`),
    index('self_tests_of_product').on(t.productId, t.at),
    index('self_tests_of_order').on(t.orderId),
    index('self_tests_of_user').on(t.createdBy),
  ],
);
