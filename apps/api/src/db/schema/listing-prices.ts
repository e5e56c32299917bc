import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { products } from './products.ts';

/** Changes of the prices of listings, by their seller or by the seller's plan. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    fromCents: bigint({ mode: 'number' }).notNull(),
    toCents: bigint({ mode: 'number' }).notNull(),
    cause: text({ enum: ['seller', 'plan'] }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('price_changes_cause', sql`${t.cause} in ('seller', 'plan')`),
    check('price_changes_differ', sql`${t.fromCents} <> ${t.toCents}`),
    index('price_changes_of_product').on(t.productId, t.changedAt.desc().nullsFirst()),
  ],
);

/** Plans by which a job lowers the prices of listings. */
export const pricePlans = pgTable(
  'price_plans',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    stepCents: bigint({ mode: 'number' }).notNull(),
    intervalDays: integer().notNull(),
    floorCents: bigint({ mode: 'number' }).notNull(),
    /** When the price is lowered next. */
    nextAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('price_plans_step', sql`${t.stepCents} between 100 and 10000000`),
    check('price_plans_interval', sql`${t.intervalDays} between 1 and 90`),
    check('price_plans_floor', sql`${t.floorCents} between 100 and 10000000`),
    index('price_plans_due').on(t.nextAt),
  ],
);
