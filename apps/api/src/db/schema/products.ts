import { holdReasons, priceLabels } from '@redial/contract';
import { and, isNull, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { models } from './models.ts';
import { places } from './places.ts';
import { users } from './users.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Reasons to hide a listing; several can apply at once.
 *
 * - `paused`: by its seller.
 * - `refunded`: its sale was refunded; hidden until the seller lists it again.
 * - `not-listable`: its declared defects do not allow a sale.
 * - `review`: held for review by a moderator.
 * - `moderation`: hidden by a moderator.
 * - `suspended`: its seller is suspended.
 * - `lost`: the owner of the device has reported it as lost or stolen.
 */
export const hiddenReasons = [
  'paused',
  'refunded',
  'not-listable',
  'review',
  'moderation',
  'suspended',
  'lost',
] as const;
export type HiddenReason = (typeof hiddenReasons)[number];

/** Texts of a listing as its seller wrote them, where others see them without contact data. */
export interface WrittenTexts {
  name?: string;
  description?: string;
  location?: string;
}

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
    /**
     * What the seller wrote, where `name`, `description` and `location` hide contact data. Null if they
     * were not filtered yet. A release with another filter writes the texts back, and null here.
     */
    written: jsonb().$type<WrittenTexts>(),
    category: text({ enum: ['Xiaomi', 'Samsung', 'Iphone'] }).notNull(),
    condition: text({ enum: ['excellent', 'good', 'fair'] }).notNull(),
    /** A path of the embedded image host (`/images/…`), or an absolute URL of an external one. */
    imageUrl: text().notNull(),
    originalPriceCents: bigint({ mode: 'number' }).notNull(),
    resalePriceCents: bigint({ mode: 'number' }).notNull(),
    sellerPhone: text().notNull(),
    location: text().notNull(),
    /** What `location` names, as far as that is certain: a place, or at least a country (ISO 3166-1). */
    placeId: integer().references(() => places.id),
    country: text(),
    /** The version of the gazetteer in which it was looked up; null if it was not yet. */
    locatedWith: date(),
    purchaseYear: integer().notNull(),
    yearsOfUse: text().notNull(),
    /** The model in the catalogue; null if the name does not tell. */
    modelId: integer().references(() => models.id),
    storageGb: integer(),
    colour: text(),
    /**
     * What lists filter and sort by, set by a trigger from the model and its price bands, and by a job
     * when these have changed. Null is unknown.
     */
    /** The last day of security updates; infinity if no end is announced. */
    updatesUntil: date(),
    priceLabel: text({ enum: priceLabels }),
    costPerMonthCents: integer(),
    /**
     * When an admin accepted a photo of the phone with a one-off code. A trigger clears it if the listing
     * becomes one of another phone.
     */
    possessionVerifiedAt: timestamp({ withTimezone: true, precision: 3 }),
    status: text({ enum: ['Available', 'Sold'] })
      .notNull()
      .default('Available'),
    isPaid: boolean().notNull().default(false),
    /** Until when the last order holds the product, and why, as long as it is sold and not paid. */
    heldUntil: timestamp({ withTimezone: true, precision: 3 }),
    holdReason: text({ enum: holdReasons }),
    advertised: boolean().notNull().default(false),
    postedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    removedAt: timestamp({ withTimezone: true }),
    /** Why the listing is hidden from everybody but its seller and admins; visible if empty. */
    hiddenReasons: text({ enum: hiddenReasons }).array().notNull().default([]),
    /** Whether public lists have it. */
    listed: boolean()
      .notNull()
      .generatedAlwaysAs(sql`removed_at is null and not is_paid and hidden_reasons = '{}'`),
    /** Full-text search in the name and, with a lower weight, in the description. */
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', description), 'B')`,
      ),
    /** The title in `product_titles`; a 64-bit hash, which a JavaScript number cannot represent. */
    titleId: bigint({ mode: 'bigint' })
      .notNull()
      .generatedAlwaysAs(sql`product_title_id(category, name)`),
  },
  (t) => [
    unique('products_id_seller').on(t.id, t.sellerId),
    check('products_category', sql`${t.category} in ('Xiaomi', 'Samsung', 'Iphone')`),
    check('products_condition', sql`${t.condition} in ('excellent', 'good', 'fair')`),
    check('products_status', sql`${t.status} in ('Available', 'Sold')`),
    check(
      'products_hidden_reasons',
      sql`${t.hiddenReasons} <@ array['paused', 'refunded', 'not-listable', 'review', 'moderation', 'suspended', 'lost']`,
    ),
    check('products_price_label', sql`${t.priceLabel} in ('great', 'fair', 'high', 'suspicious')`),
    check('products_hold_reason', sql`${t.holdReason} in ('order', 'offer')`),
    check('products_hold', sql`(${t.heldUntil} is null) = (${t.holdReason} is null)`),
    check('products_paid_is_sold', sql`not ${t.isPaid} or ${t.status} = 'Sold'`),
    check('products_resale_price', sql`${t.resalePriceCents} between 100 and 10000000`),
    check('products_original_price', sql`${t.originalPriceCents} between 100 and 10000000`),
    index('products_listed_newest')
      .on(t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    index('products_listed_price').on(t.resalePriceCents, t.id).where(sql`${t.listed}`),
    index('products_category_newest')
      .on(t.category, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    index('products_category_price')
      .on(t.category, t.resalePriceCents, t.id)
      .where(sql`${t.listed}`),
    index('products_advertised_newest')
      .on(t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.advertised} and ${t.listed}`),
    // The columns after the id answer the other filters, so that counting does not read the table.
    index('products_model_covering')
      .on(
        t.modelId,
        t.postedAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
        t.purchaseYear,
        t.resalePriceCents,
        t.category,
        t.condition,
      )
      .where(sql`${t.listed}`),
    index('products_storage_covering')
      .on(
        t.modelId,
        t.storageGb,
        t.postedAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
        t.purchaseYear,
        t.resalePriceCents,
        t.category,
        t.condition,
      )
      .where(sql`${t.listed}`),
    index('products_model_price').on(t.modelId, t.resalePriceCents, t.id).where(sql`${t.listed}`),
    index('products_label_newest')
      .on(t.priceLabel, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    index('products_country_newest')
      .on(t.country, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    index('products_place_newest')
      .on(t.placeId, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    // A later version of the gazetteer may have their places.
    index('products_unlocated')
      .on(sql`coalesce(${t.locatedWith}, '-infinity')`, t.id)
      .where(sql`${t.placeId} is null`),
    // Unknown values come last.
    index('products_listed_cost')
      .on(sql`coalesce(${t.costPerMonthCents}, 2147483647)`, t.id)
      .where(sql`${t.listed}`),
    index('products_listed_updates')
      .on(sql`coalesce(${t.updatesUntil}, '-infinity') desc`, t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
    index('products_unmatched').on(t.titleId).where(sql`${t.modelId} is null`),
    index('products_unfiltered').on(t.id).where(sql`${t.written} is null`),
    index('products_held')
      .on(t.id)
      .where(sql`'review' = any(${t.hiddenReasons}) and ${t.removedAt} is null`),
    index('products_by_day').on(t.postedAt),
    index('products_of_seller').on(t.sellerId, t.postedAt.desc().nullsFirst()),
    // Earlier reports of a seller are shown beside each report.
    index('products_removed_of_seller').on(t.sellerId).where(sql`${t.removedAt} is not null`),
    // Every search also reads the entries that wait to be merged: by default up to 4 MB, which takes 5 ms.
    index('products_search')
      .using('gin', t.search)
      .with({ gin_pending_list_limit: 64 })
      .where(sql`${t.listed}`),
    index('products_title_newest')
      .on(t.titleId, t.postedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.listed}`),
  ],
);

/** SQL condition: a product is neither removed nor hidden. Its page is public, also when it is sold. */
export const isVisible = and(isNull(products.removedAt), sql`${products.hiddenReasons} = '{}'`);

/**
 * What listed products of the same brand and name have in common. A search matches the titles, some
 * thousand where there are a million products. Triggers on `products` insert the rows.
 */
export const productTitles = pgTable(
  'product_titles',
  {
    /** A hash of the brand and the name, so that concurrent inserts need no lookup. */
    id: bigint({ mode: 'bigint' }).primaryKey(),
    category: text().notNull(),
    /** As written by the first product; titles are case-insensitive. */
    name: text().notNull(),
    model: text().notNull().generatedAlwaysAs(sql`product_model(name)`),
    modelKey: text().notNull().generatedAlwaysAs(sql`product_model_key(product_model(name))`),
    words: tsvector().notNull().generatedAlwaysAs(sql`product_title_words(category, name)`),
  },
  (t) => [
    index('product_titles_words').using('gin', t.words),
    index('product_titles_trigrams').using('gin', sql`lower(${t.name}) gin_trgm_ops`),
  ],
);

/**
 * Numbers of listed products by the filters of lists. Triggers on `products` insert positive and
 * negative rows, which needs no locks; the sum is correct in every snapshot. A job compacts the rows.
 */
export const productCounts = pgTable('product_counts', {
  category: text().notNull(),
  condition: text().notNull(),
  purchaseYear: integer().notNull(),
  status: text().notNull(),
  advertised: boolean().notNull(),
  n: bigint({ mode: 'number' }).notNull(),
});

/**
 * The sum of the rows is the revision of all public data. Triggers insert a row for each statement that
 * changes some of it, which needs no locks; a job compacts the rows.
 */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  n: bigint({ mode: 'number' }).notNull(),
  /** The transaction of the change, by which readers recognize the changes since their last snapshot. Null in compacted rows. */
  xid: xid8().default(sql`pg_current_xact_id()`),
  /** What has changed (`platform/response-cache/README.md`); null if that may be anything. */
  scopes: text().array(),
});
