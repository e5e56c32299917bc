import { type ChatStepKind, type Party, reportReasons } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
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

/** A step of an offer or an order of the two people of a conversation, which both may know. */
export interface StoredStep {
  readonly kind: ChatStepKind;
  /** Null for the clock, a job or a provider. */
  readonly by: Party | null;
  readonly subject: { readonly type: 'offer' | 'order'; readonly id: string };
  readonly amountCents: number | null;
}

/**
 * Messages as they were written; contact data is hidden when they are read. Those without an author are
 * steps of offers and orders.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Counts the messages of the conversation, without gaps. */
    number: integer().notNull(),
    /** Null for a step of an offer or an order. */
    authorId: uuid().references(() => users.id),
    /** Chosen by the author's client: a message that is sent again is not stored again. */
    clientId: uuid(),
    /**
     * Empty for photos without a text; null for a step, and once the author's account is deleted and no
     * report of the conversation is open.
     */
    text: text(),
    /** The step of an offer or an order that the message reports. */
    step: jsonb().$type<StoredStep>(),
    /** Names the step, so that it is reported once. */
    stepKey: text(),
    /** When the author's account was deleted; then only admins can read a text that is still here. */
    erasedAt: timestamp({ withTimezone: true }),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    unique('messages_number').on(t.conversationId, t.number),
    uniqueIndex('messages_client_id').on(t.authorId, t.clientId),
    index('messages_of_author').on(t.authorId, t.at.desc().nullsFirst()),
    uniqueIndex('messages_step')
      .on(t.conversationId, t.stepKey)
      .where(sql`${t.stepKey} is not null`),
    check('messages_text_length', sql`char_length(${t.text}) <= 2000`),
    check(
      'messages_author_or_step',
      sql`case when ${t.step} is null
        then num_nonnulls(${t.authorId}, ${t.clientId}) = 2 and ${t.stepKey} is null
        else num_nonnulls(${t.authorId}, ${t.clientId}, ${t.text}) = 0 and ${t.stepKey} is not null end`,
    ),
  ],
);

/**
 * Photos of messages. Their files are served with signed URLs only. One without a message was uploaded
 * and not sent yet; one without a conversation is deleted with its file by the next purge, since a
 * transaction cannot delete files.
 */
export const messagePhotos = pgTable(
  'message_photos',
  {
    id: uuid().primaryKey(),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    conversationId: uuid().references(() => conversations.id, { onDelete: 'set null' }),
    messageId: uuid().references(() => messages.id, { onDelete: 'set null' }),
    /** Orders the photos of a message. */
    position: smallint().notNull().default(0),
    /** Size in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('message_photos_of_conversation').on(t.conversationId),
    index('message_photos_of_message').on(t.messageId),
    index('message_photos_of_uploader').on(t.uploadedBy, t.at.desc().nullsFirst()),
    index('message_photos_unsent').on(t.at).where(sql`${t.messageId} is null`),
    check('message_photos_size', sql`${t.width} > 0 and ${t.height} > 0`),
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
    index('conversation_reports_open').on(t.createdAt).where(sql`${t.closedAt} is null`),
  ],
);
