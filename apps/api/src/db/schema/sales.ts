import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { models } from './models.ts';
import { orders } from './orders.ts';

/**
 * Completed sales of catalogued models, for price history and estimates. A copy of what decides about
 * the price, as it was at the sale; without persons. Rows without an order are of the demo data.
 */
export const sales = pgTable(
  'sales',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    modelId: integer()
      .notNull()
      .references(() => models.id),
    storageGb: integer(),
    condition: text({ enum: ['excellent', 'good', 'fair'] }).notNull(),
    batteryHealthPct: integer(),
    carrierLocked: boolean().notNull().default(false),
    boxAndReceipt: boolean().notNull().default(false),
    priceCents: bigint({ mode: 'number' }).notNull(),
    soldOn: date().notNull(),
    /** Days between listing and order. */
    daysListed: integer().notNull(),
  },
  (t) => [
    check('sales_condition', sql`${t.condition} in ('excellent', 'good', 'fair')`),
    check('sales_price_positive', sql`${t.priceCents} > 0`),
    index('sales_of_model').on(t.modelId, t.soldOn.desc().nullsFirst()),
  ],
);
