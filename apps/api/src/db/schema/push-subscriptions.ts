import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** Browsers that show notifications of a user (Web Push). */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session at the identity provider in which it was made, and with which it ends. */
    sessionId: text(),
    /** URL at the browser's push service. */
    endpoint: text().notNull().unique(),
    /** Public key and authentication secret of the browser, for which messages are encrypted. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** Our public key that it was made with: with another one it does not work. */
    serverKey: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was made or renewed, or a message was last accepted for it. */
    usedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('push_subscriptions_endpoint', sql`length(${t.endpoint}) <= 1000`),
    index('push_subscriptions_of_user').on(t.userId, t.usedAt),
    index('push_subscriptions_age').on(t.usedAt),
  ],
);
