import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * People. The identity provider's uid is the person; a removed person stays as a tombstone, because
 * orders and payments refer to it.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    identityUid: text().notNull().unique(),
    email: text().notNull(),
    /** The form in which addresses are compared (`emailKey`). */
    emailKey: text().notNull().unique(),
    name: text().notNull(),
    role: text({ enum: ['buyer', 'seller', 'admin'] }).notNull(),
    /** Set by an admin alone; the `varified` of the wire. */
    verified: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    removedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('users_role', sql`${t.role} in ('buyer', 'seller', 'admin')`),
    check('users_verified_sellers_only', sql`not ${t.verified} or ${t.role} = 'seller'`),
    check('users_name_length', sql`char_length(${t.name}) between 1 and 80`),
    index('users_by_role')
      .on(t.role, t.createdAt.desc().nullsFirst())
      .where(sql`${t.removedAt} is null`),
  ],
);
