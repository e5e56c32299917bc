import { alertFrequencies, type FacetQuery } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';
import { users } from './users.ts';

const tsquery = customType<{ data: string }>({ dataType: () => 'tsquery' });

/** Searches that users have saved, to be notified of new phones. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Text and filters, as the user has set them. */
    search: jsonb().$type<FacetQuery>().notNull(),
    frequency: text({ enum: alertFrequencies }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When text and filters were set. */
    searchSetAt: timestamp({ withTimezone: true }).notNull(),
    pausedAt: timestamp({ withTimezone: true }),
    lastAlertAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('saved_searches_frequency', sql`${t.frequency} in ('instant', 'daily', 'weekly')`),
    index('saved_searches_of_user').on(t.userId),
  ],
);

/**
 * What listings are compared with: a row for each key of a saved search, of which a listing that matches
 * has at least one (`listing-keys.ts`). Each repeats all conditions of the search, null where it has
 * none, so that the rows that the keys of a listing lead to are all that is read. A GIN index of key
 * arrays compares each entry found with all keys of the listing, of which long texts have thousands.
 */
export const savedSearchKeys = pgTable(
  'saved_search_keys',
  {
    key: text().notNull(),
    savedSearchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    /** As of the search. */
    searchSetAt: timestamp({ withTimezone: true }).notNull(),
    brand: text(),
    conditions: text().array(),
    minPriceCents: bigint({ mode: 'number' }),
    maxPriceCents: bigint({ mode: 'number' }),
    minYear: integer(),
    /** The slug of a model. */
    model: text(),
    storageGb: integer(),
    colour: text(),
    priceLabel: text(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    /** In this place, or where `withinKm` is set, at most so far from its coordinates. */
    placeId: integer(),
    withinKm: integer(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** Only models that get security updates. */
    supported: boolean().notNull(),
    /** Only verified sellers. */
    verified: boolean().notNull(),
    /** Only phones that can be ordered. */
    available: boolean().notNull(),
    /** The terms of the text; null without any. */
    terms: tsquery(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.savedSearchId] }),
    index('saved_search_keys_of_search').on(t.savedSearchId),
  ],
);

/** Phones that a saved search has found, each once. */
export const savedSearchMatches = pgTable(
  'saved_search_matches',
  {
    savedSearchId: uuid()
      .notNull()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    foundAt: timestamp({ withTimezone: true }).notNull(),
    /** When the user was notified of it, or the alert left it out since it was gone. */
    alertedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.savedSearchId, t.productId] }),
    index('saved_search_matches_of_product').on(t.productId),
    index('saved_search_matches_age').on(t.foundAt),
  ],
);

/** Alerts that are due at some time: of the saved searches that have found something since the last one. */
export const savedSearchAlerts = pgTable(
  'saved_search_alerts',
  {
    savedSearchId: uuid()
      .primaryKey()
      .references(() => savedSearches.id, { onDelete: 'cascade' }),
    dueAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index('saved_search_alerts_due').on(t.dueAt)],
);
