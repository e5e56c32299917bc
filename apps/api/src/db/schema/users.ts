import { staffRoles } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * Users of the marketplace, identified by the identity provider's uid. A removed user is
 * soft-deleted, because orders and payments reference it.
 */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    identityUid: text().notNull().unique(),
    email: text().notNull(),
    /** The normalized address, by which addresses are compared (`normalizeEmail`). */
    emailKey: text().notNull().unique(),
    /** Whether the identity provider had verified the address at the last token exchange. */
    emailVerified: boolean().notNull().default(false),
    name: text().notNull(),
    /** The photo that others see: a path of the embedded image host, or an absolute URL. */
    photoUrl: text(),
    role: text({ enum: ['buyer', 'seller', 'admin'] }).notNull(),
    /** Of buyers only, so that nobody decides about listings of their own. */
    staffRole: text({ enum: staffRoles }),
    /** Set by admins only; `varified` on the wire. */
    verified: boolean().notNull().default(false),
    /** While a decision suspends or bans the user; a job ends suspensions. */
    suspended: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    removedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('users_role', sql`${t.role} in ('buyer', 'seller', 'admin')`),
    check('users_staff_role', sql`${t.staffRole} in ('moderator', 'support')`),
    check('users_staff_are_buyers', sql`${t.staffRole} is null or ${t.role} = 'buyer'`),
    check('users_verified_sellers_only', sql`not ${t.verified} or ${t.role} = 'seller'`),
    check('users_name_length', sql`char_length(${t.name}) between 1 and 80`),
    index('users_by_role')
      .on(t.role, t.createdAt.desc().nullsFirst())
      .where(sql`${t.removedAt} is null`),
    index('users_by_sign_up').on(t.createdAt),
    // Who is notified of what waits for staff.
    index('users_staff').on(t.staffRole).where(sql`${t.staffRole} is not null`),
    // The search of admins.
    index('users_trigrams').using(
      'gin',
      sql`lower(${t.name}) gin_trgm_ops`,
      sql`${t.emailKey} gin_trgm_ops`,
    ),
  ],
);
