import {
  accountLocks,
  type Defect,
  type GradeResult,
  grades,
  type ListingDetails,
  networkLocks,
  simTypes,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';

/** What a seller states about a phone beyond its product. Null is unknown. */
export const listingDetails = pgTable(
  'listing_details',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    ramGb: integer(),
    networkLock: text({ enum: networkLocks }).notNull().default('unknown'),
    carrier: text(),
    accountLock: text({ enum: accountLocks }).notNull().default('unknown'),
    simType: text({ enum: simTypes }),
    batteryHealthPct: integer(),
    batteryCycles: integer(),
    parts: jsonb().$type<ListingDetails['parts']>().notNull().default({}),
    tests: jsonb().$type<ListingDetails['tests']>().notNull().default({}),
    accessories: text().array().$type<ListingDetails['accessories']>().notNull().default([]),
    receipt: boolean(),
    warrantyUntil: date(),
    /** Null if the seller has not said whether there are any. */
    defects: jsonb().$type<Defect[]>(),
    /** The computed grade; null as long as nothing that is graded is stated. */
    grade: text({ enum: grades }),
    gradeReasons: jsonb().$type<GradeResult['reasons']>().notNull().default([]),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'listing_details_network_lock',
      sql`${t.networkLock} in ('unlocked', 'carrier-locked', 'unknown')`,
    ),
    check(
      'listing_details_account_lock',
      sql`${t.accountLock} in ('signed-out', 'locked', 'unknown')`,
    ),
    check(
      'listing_details_sim_type',
      sql`${t.simType} in ('nano', 'dual-nano', 'nano+esim', 'dual-esim', 'esim-only')`,
    ),
    check('listing_details_battery', sql`${t.batteryHealthPct} between 1 and 100`),
    check(
      'listing_details_grade',
      sql`${t.grade} in ('excellent', 'good', 'fair', 'not-listable')`,
    ),
  ],
);
