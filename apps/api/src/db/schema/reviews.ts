import { parties } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';
import { users } from './users.ts';

/**
 * Reviews of orders, one per party. Nobody else reads one before it is published. A trigger refuses
 * changes of published ones, except that their texts can be emptied.
 */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** As whom the author took part in the order. */
    party: text({ enum: parties }).notNull(),
    authorId: uuid()
      .notNull()
      .references(() => users.id),
    /** Whom it is about. */
    subjectId: uuid()
      .notNull()
      .references(() => users.id),
    stars: smallint().notNull(),
    text: text().notNull(),
    asDescribed: smallint(),
    communication: smallint(),
    handover: smallint(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    publishedAt: timestamp({ withTimezone: true, precision: 3 }),
    /** The reply of the person whom it is about. */
    reply: text(),
    repliedAt: timestamp({ withTimezone: true }),
    removedAt: timestamp({ withTimezone: true }),
    /** The admin who removed it; null also once that account is deleted. */
    removedBy: uuid().references(() => users.id),
    removalReason: text(),
  },
  (t) => [
    unique('reviews_one_per_party').on(t.orderId, t.party),
    check('reviews_party', sql`${t.party} in ('buyer', 'seller')`),
    check('reviews_not_own', sql`${t.authorId} <> ${t.subjectId}`),
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check(
      'reviews_points',
      sql`${t.asDescribed} between 1 and 5 and ${t.communication} between 1 and 5 and ${t.handover} between 1 and 5`,
    ),
    check('reviews_as_described', sql`${t.party} = 'buyer' or ${t.asDescribed} is null`),
    check(
      'reviews_reply',
      sql`(${t.reply} is null) = (${t.repliedAt} is null) and (${t.reply} is null or ${t.publishedAt} is not null)`,
    ),
    check(
      'reviews_removal',
      sql`(${t.removedAt} is null) = (${t.removalReason} is null) and (${t.removedAt} is null or ${t.publishedAt} is not null)`,
    ),
    index('reviews_of_subject')
      .on(t.subjectId, t.publishedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.publishedAt} is not null`),
    index('reviews_of_author').on(t.authorId),
  ],
);
