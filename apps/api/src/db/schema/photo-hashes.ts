import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Perceptual hashes of uploaded photos, by which copies are recognized (`features/images/photo-hash.ts`).
 * The photo cannot be restored from them. A hash outlives its photo, so that a photo of a deleted listing
 * is recognized when somebody else uploads it.
 */
export const photoHashes = pgTable(
  'photo_hashes',
  {
    /** As in `products`: a path of the embedded image host, or an absolute URL. */
    imageUrl: text().primaryKey(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** 256 bits; null for a photo that is too plain to be recognized. */
    hash: bytea(),
    /** Copies have at least one of these keys in common with what is searched for. */
    keys: integer().array().notNull().default([]),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('photo_hashes_length', sql`octet_length(${t.hash}) = 32`),
    // Without the list of pending entries, which each of some hundred lookups of a search would read.
    index('photo_hashes_keys').using('gin', t.keys).with({ fastupdate: false }),
    index('photo_hashes_of_uploader').on(t.uploadedBy),
  ],
);

/** Which earlier photos of other users an uploaded photo is a copy of. */
export const photoMatches = pgTable(
  'photo_matches',
  {
    imageUrl: text()
      .notNull()
      .references(() => photoHashes.imageUrl, { onDelete: 'cascade' }),
    earlierUrl: text()
      .notNull()
      .references(() => photoHashes.imageUrl, { onDelete: 'cascade' }),
    /** In how many bits of 256 they differ, once cropped and mirrored alike. */
    distance: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.imageUrl, t.earlierUrl] }),
    index('photo_matches_of_earlier').on(t.earlierUrl),
  ],
);
