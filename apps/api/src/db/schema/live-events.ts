import { liveEventTypes } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
 * The id of each user's last live event. A transaction that publishes locks the row until it ends, so
 * that a user's events become visible in the order of their ids and without gaps.
 */
export const liveCursors = pgTable('live_cursors', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastId: bigint({ mode: 'number' }).notNull(),
});

/** What has changed for a user, for a day or two. Partitioned by day (`db/partitions.ts`). */
export const liveEvents = pgTable(
  'live_events',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Counts the events of the user. */
    id: bigint({ mode: 'number' }).notNull(),
    type: text({ enum: liveEventTypes }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id, t.at] }),
    check(
      'live_events_type',
      sql`${t.type} in ('notifications.changed', 'conversations.changed', 'offers.changed')`,
    ),
    index('live_events_age').on(t.at),
  ],
);
