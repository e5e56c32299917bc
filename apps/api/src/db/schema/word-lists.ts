import { wordListFields, wordLists } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigserial,
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
import { products } from './products.ts';

/** Words and phrases that are looked for in listings. The migration has the first ones. */
export const listedWords = pgTable(
  'listed_words',
  {
    id: uuid().primaryKey(),
    list: text({ enum: wordLists }).notNull(),
    phrase: text().notNull(),
    /** The phrase as it is compared, see `fold-text.ts`. */
    folded: text().notNull().unique(),
    weight: integer().notNull(),
    holds: boolean().notNull().default(false),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'listed_words_list',
      sql`${t.list} in ('payment', 'origin', 'counterfeit', 'not-a-phone', 'other')`,
    ),
    check('listed_words_phrase', sql`char_length(${t.phrase}) between 1 and 80`),
    check('listed_words_weight', sql`${t.weight} between 1 and 60`),
  ],
);

/** What was found in listings, once for each phrase, listing and text; outlives the phrase. */
export const wordCatches = pgTable(
  'word_catches',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    field: text({ enum: wordListFields }).notNull(),
    phrase: text().notNull(),
    list: text({ enum: wordLists }).notNull(),
    /** As it was written. */
    found: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('word_catches_once').on(t.productId, t.field, t.phrase),
    check('word_catches_field', sql`${t.field} in ('name', 'description', 'location')`),
    check(
      'word_catches_list',
      sql`${t.list} in ('payment', 'origin', 'counterfeit', 'not-a-phone', 'other')`,
    ),
    index('word_catches_of_phrase').on(t.phrase),
    index('word_catches_at').on(t.at),
  ],
);
