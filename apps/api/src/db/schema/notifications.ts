import { allNotificationKinds, mailFrequencies, notificationKinds } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/**
 * Notifications of users, for the notification centre, the daily mail, or both. Partitioned by month
 * (`db/partitions.ts`).
 */
export const notifications = pgTable(
  'notifications',
  {
    id: bigserial({ mode: 'number' }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: allNotificationKinds }).notNull(),
    /**
     * Deduplication key: an event is delivered at least once. A trigger ignores a second row, since a
     * unique constraint of a partitioned table would have to contain the time.
     */
    dedupe: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** Path of the page on which the reader goes on. */
    path: text().notNull(),
    subjectType: text({ enum: ['order', 'product'] }),
    subjectId: uuid(),
    /** The name of the product. */
    subjectTitle: text(),
    /** Whether the notification centre shows it. */
    inApp: boolean().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp({ withTimezone: true }),
    /** Whether it waits for the daily mail. */
    digestDue: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id, t.createdAt] }),
    index('notifications_dedupe').on(t.dedupe),
    check(
      'notifications_kind',
      sql`${t.kind} in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'availability', 'offers', 'searches', 'moderation', 'escalations', 'operation', 'account')`,
    ),
    check(
      'notifications_subject',
      sql`num_nulls(${t.subjectType}, ${t.subjectId}, ${t.subjectTitle}) in (0, 3)`,
    ),
    check('notifications_subject_type', sql`${t.subjectType} in ('order', 'product')`),
    index('notifications_of_user').on(t.userId, t.id.desc().nullsFirst()).where(sql`${t.inApp}`),
    index('notifications_unread').on(t.userId).where(sql`${t.inApp} and ${t.readAt} is null`),
    index('notifications_digest_due').on(t.userId).where(sql`${t.digestDue}`),
    index('notifications_age').on(t.createdAt),
  ],
);

/** How somebody wants a kind delivered; without a row, `defaultDelivery` applies. */
export const notificationSettings = pgTable(
  'notification_settings',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: notificationKinds }).notNull(),
    inApp: boolean().notNull(),
    mail: text({ enum: mailFrequencies }).notNull(),
    /** Whether the browsers that the user has switched on show it. */
    push: boolean().notNull().default(true),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check(
      'notification_settings_kind',
      sql`${t.kind} in ('orders', 'messages', 'reminders', 'disputes', 'payouts', 'listings', 'reviews', 'favourites', 'availability', 'offers', 'searches', 'moderation', 'escalations', 'operation')`,
    ),
    check('notification_settings_mail', sql`${t.mail} in ('now', 'daily', 'off')`),
  ],
);
