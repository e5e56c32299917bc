import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';

/** The gazetteer: cities and towns of GeoNames, as the data file of a release has them. */
export const places = pgTable(
  'places',
  {
    /** As in GeoNames. */
    id: integer().primaryKey(),
    name: text().notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    /** Abbreviation of the state or province, where addresses have it. */
    region: text(),
    /** Degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    population: integer().notNull(),
    /** The version of the data file that the row is from. */
    dataVersion: date().notNull(),
  },
  (t) => [
    check('places_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('places_latitude', sql`${t.latitude} between -90 and 90`),
    check('places_longitude', sql`${t.longitude} between -180 and 180`),
    index('places_coordinates').on(t.latitude, t.longitude),
    index('places_version').on(t.dataVersion),
  ],
);

/** The names of a place, in the form in which names are compared (`normalizePlaceName`). */
export const placeNames = pgTable(
  'place_names',
  {
    name: text().notNull(),
    placeId: integer()
      .notNull()
      .references(() => places.id, { onDelete: 'cascade' }),
    /** Whether it is the name in `places`, and not another one. */
    isMain: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.placeId] }),
    index('place_names_prefix').on(t.name.op('text_pattern_ops')),
    index('place_names_of_place').on(t.placeId),
  ],
);
