import { reportReasons } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';
import { reviews } from './reviews.ts';
import { users } from './users.ts';

/** Reports of products, people and reviews; at most one open report for each reporter and target. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    /** What is reported: one of the three. */
    productId: uuid().references(() => products.id),
    userId: uuid().references(() => users.id),
    reviewId: uuid().references(() => reviews.id),
    /**
     * `user:<id>`; `address:<keyed hash of the IP address>` for anonymous reporters; `price` for the
     * marketplace, where a price is suspiciously low.
     */
    reporter: text().notNull(),
    reason: text({ enum: reportReasons }).notNull().default('unspecified'),
    /** What the reporter wrote, for moderators alone; deleted some time after the report was closed. */
    text: text(),
    state: text({ enum: ['open', 'upheld', 'dismissed'] })
      .notNull()
      .default('open'),
    /** Of a suspicious price: the price, and what the phone was worth. */
    askedCents: integer(),
    expectedCents: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    closedAt: timestamp({ withTimezone: true }),
    closedBy: uuid().references(() => users.id),
  },
  (t) => [
    check('reports_state', sql`${t.state} in ('open', 'upheld', 'dismissed')`),
    check(
      'reports_suspicious_price',
      sql`(${t.reporter} = 'price') = (${t.askedCents} is not null and ${t.expectedCents} is not null)`,
    ),
    check(
      'reports_reason',
      sql`${t.reason} in ('fraud', 'stolen', 'misleading', 'counterfeit', 'prohibited', 'outside-trade', 'offensive', 'personal-data', 'spam', 'untrue-review', 'other', 'low-price', 'unspecified')`,
    ),
    check('reports_one_target', sql`num_nonnulls(${t.productId}, ${t.userId}, ${t.reviewId}) = 1`),
    check('reports_text_length', sql`char_length(${t.text}) between 1 and 500`),
    index('reports_of_prices').on(t.productId).where(sql`${t.reporter} = 'price'`),
    uniqueIndex('reports_one_open_per_reporter')
      .on(t.productId, t.reporter)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('reports_one_open_per_reporter_of_user')
      .on(t.userId, t.reporter)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('reports_one_open_per_reporter_of_review')
      .on(t.reviewId, t.reporter)
      .where(sql`${t.state} = 'open'`),
    index('reports_of_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('reports_by_day').on(t.createdAt),
    index('reports_of_product').on(t.productId).where(sql`${t.productId} is not null`),
    index('reports_of_reporter').on(t.reporter),
    index('reports_open').on(t.createdAt.desc().nullsFirst()).where(sql`${t.state} = 'open'`),
  ],
);
