import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Phones on offer. Deleting a product sets `removedAt` (soft delete). */
export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey(),
    sellerId: uuid()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull(),
    category: text({ enum: ['Xiaomi', 'Samsung', 'Iphone'] }).notNull(),
    condition: text({ enum: ['excellent', 'good', 'fair'] }).notNull(),
    /** A path of the embedded image host (`/images/…`), or an absolute URL of an external one. */
    imageUrl: text().notNull(),
    originalPriceCents: bigint({ mode: 'number' }).notNull(),
    resalePriceCents: bigint({ mode: 'number' }).notNull(),
    sellerPhone: text().notNull(),
    location: text().notNull(),
    purchaseYear: integer().notNull(),
    yearsOfUse: text().notNull(),
    status: text({ enum: ['Available', 'Sold'] })
      .notNull()
      .default('Available'),
    isPaid: boolean().notNull().default(false),
    advertised: boolean().notNull().default(false),
    postedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    removedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    unique('products_id_seller').on(t.id, t.sellerId),
    check('products_category', sql`${t.category} in ('Xiaomi', 'Samsung', 'Iphone')`),
    check('products_condition', sql`${t.condition} in ('excellent', 'good', 'fair')`),
    check('products_status', sql`${t.status} in ('Available', 'Sold')`),
    check('products_paid_is_sold', sql`not ${t.isPaid} or ${t.status} = 'Sold'`),
    check('products_resale_price', sql`${t.resalePriceCents} between 100 and 10000000`),
    check('products_original_price', sql`${t.originalPriceCents} between 100 and 10000000`),
    index('products_listed_newest')
      .on(t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.removedAt} is null and not ${t.isPaid}`),
    index('products_listed_price')
      .on(t.resalePriceCents, t.id)
      .where(sql`${t.removedAt} is null and not ${t.isPaid}`),
    index('products_category_newest')
      .on(t.category, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.removedAt} is null and not ${t.isPaid}`),
    index('products_category_price')
      .on(t.category, t.resalePriceCents, t.id)
      .where(sql`${t.removedAt} is null and not ${t.isPaid}`),
    index('products_advertised_newest')
      .on(t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.advertised} and ${t.removedAt} is null and not ${t.isPaid}`),
    index('products_of_seller').on(t.sellerId, t.postedAt.desc().nullsFirst()),
  ],
);
