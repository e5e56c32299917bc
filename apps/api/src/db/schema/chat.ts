import { reportReasons } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';
import { users } from './users.ts';

/** Conversations, one per listing and buyer. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    buyerId: uuid()
      .notNull()
      .references(() => users.id),
    sellerId: uuid()
      .notNull()
      .references(() => users.id),
    /** The number of the last message; a transaction that adds one locks the row. */
    lastNumber: integer().notNull().default(0),
    /** The number of the last message that each has read. */
    buyerRead: integer().notNull().default(0),
    sellerRead: integer().notNull().default(0),
    /** When each was writing last. */
    buyerTypingAt: timestamp({ withTimezone: true }),
    sellerTypingAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the last message was sent. */
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('conversations_one_per_buyer').on(t.productId, t.buyerId),
    check('conversations_two_people', sql`${t.buyerId} <> ${t.sellerId}`),
    check(
      'conversations_read',
      sql`${t.buyerRead} between 0 and ${t.lastNumber} and ${t.sellerRead} between 0 and ${t.lastNumber}`,
    ),
    index('conversations_of_buyer').on(t.buyerId, t.changedAt.desc().nullsFirst()),
    index('conversations_of_seller').on(t.sellerId, t.changedAt.desc().nullsFirst()),
  ],
);

/** Messages as they were written; contact data is hidden when they are read. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Counts the messages of the conversation, without gaps. */
    number: integer().notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    /** Chosen by the author's client: a message that is sent again is not stored again. */
    clientId: uuid().notNull(),
    /** Null once the author's account is deleted, and no report of the conversation is open. */
    text: text(),
    /** When the author's account was deleted; then only admins can read a text that is still here. */
    erasedAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('messages_number').on(t.conversationId, t.number),
    uniqueIndex('messages_client_id').on(t.authorId, t.clientId),
    index('messages_of_author').on(t.authorId, t.at.desc().nullsFirst()),
    check('messages_text_length', sql`char_length(${t.text}) between 1 and 2000`),
  ],
);

/** Who does not want messages from whom. */
export const blocks = pgTable(
  'blocks',
  {
    id: uuid().notNull().unique(),
    blockerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_of_blocked').on(t.blockedId),
  ],
);

/** Reports of conversations; while one is open, admins can read the conversation. */
export const conversationReports = pgTable(
  'conversation_reports',
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    reporterId: uuid()
      .notNull()
      .references(() => users.id),
    category: text({ enum: reportReasons }).notNull().default('unspecified'),
    /** What the reporter wrote. */
    reason: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    closedAt: timestamp({ withTimezone: true }),
    /** The admin who closed it; null for one of the purged demo data. */
    closedBy: uuid().references(() => users.id),
  },
  (t) => [
    check(
      'conversation_reports_category',
      sql`${t.category} in ('fraud', 'stolen', 'misleading', 'counterfeit', 'prohibited', 'outside-trade', 'offensive', 'personal-data', 'spam', 'untrue-review', 'other', 'low-price', 'unspecified')`,
    ),
    uniqueIndex('conversation_reports_one_open')
      .on(t.conversationId, t.reporterId)
      .where(sql`${t.closedAt} is null`),
  ],
);
