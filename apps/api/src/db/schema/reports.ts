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
import { users } from './users.ts';

/** Reports about a product; at most one open report for each reporter and product. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    /**
     * `user:<id>`; `address:<keyed hash of the IP address>` for anonymous reporters; `price` for the
     * marketplace, where a price is suspiciously low.
     */
    reporter: text().notNull(),
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
    index('reports_of_prices').on(t.productId).where(sql`${t.reporter} = 'price'`),
    uniqueIndex('reports_one_open_per_reporter')
      .on(t.productId, t.reporter)
      .where(sql`${t.state} = 'open'`),
    index('reports_open').on(t.createdAt.desc().nullsFirst()).where(sql`${t.state} = 'open'`),
  ],
);
