import { deviceReports, grades, ownershipSources } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigserial,
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
import { models } from './models.ts';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/**
 * IMEIs of listings. The number itself is not stored: `imeiHash` is a keyed hash for comparisons,
 * `imeiEncrypted` is for the seller's own view. Neither key is in the database.
 */
export const listingImeis = pgTable(
  'listing_imeis',
  {
    productId: uuid()
      .notNull()
      .references(() => products.id),
    imeiHash: text().notNull(),
    imeiEncrypted: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When the listing no longer occupied the number: it was sold or removed. */
    releasedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.imeiHash] }),
    uniqueIndex('listing_imeis_one_live').on(t.imeiHash).where(sql`${t.releasedAt} is null`),
    index('listing_imeis_of_hash').on(t.imeiHash),
  ],
);

/** Physical phones, recognized by their IMEIs. The id is opaque and public. */
export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey(),
    /** What its owner has reported, until an admin lifts it. */
    reportedAs: text({ enum: deviceReports }),
    reportedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('devices_reported_as', sql`${t.reportedAs} in ('lost', 'stolen')`),
    check('devices_reported_at', sql`(${t.reportedAs} is null) = (${t.reportedAt} is null)`),
  ],
);

/** Which device has which IMEI; two for a dual-SIM phone. */
export const deviceNumbers = pgTable(
  'device_numbers',
  {
    /** As in `listing_imeis`. */
    imeiHash: text().primaryKey(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id),
    /** The first eight digits, which say the model; some hundred thousand phones share them. */
    tac: text().notNull(),
  },
  (t) => [
    index('device_numbers_of_device').on(t.deviceId),
    index('device_numbers_of_tac').on(t.tac),
  ],
);

/** Who owned a device, one after the other; the last row is the current owner. Append-only. */
export const deviceOwners = pgTable(
  'device_owners',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    source: text({ enum: ownershipSources }).notNull(),
    /** The order that was completed or refunded. */
    orderId: uuid().references(() => orders.id),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('device_owners_source', sql`${t.source} in ('listing', 'order', 'refund')`),
    check('device_owners_order', sql`(${t.source} = 'listing') = (${t.orderId} is null)`),
    // A device passes on once for each order, and comes back once.
    unique('device_owners_once_per_order').on(t.orderId, t.source),
    index('device_owners_of_device').on(t.deviceId, t.id),
    index('device_owners_of_user').on(t.userId),
  ],
);

/** What sellers stated about a device, a row for each change. Append-only. */
export const deviceEntries = pgTable(
  'device_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    modelId: integer().references(() => models.id),
    storageGb: integer(),
    batteryHealthPct: integer(),
    grade: text({ enum: grades }),
    replacedParts: text().array().notNull().default([]),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('device_entries_grade', sql`${t.grade} in ('excellent', 'good', 'fair', 'not-listable')`),
    index('device_entries_of_device').on(t.deviceId, t.id),
    index('device_entries_of_product').on(t.productId),
  ],
);

/** Who reported a device, and who lifted that. Append-only. */
export const deviceReportEvents = pgTable(
  'device_report_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['lost', 'stolen', 'lifted'] }).notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('device_report_events_kind', sql`${t.kind} in ('lost', 'stolen', 'lifted')`),
    index('device_report_events_of_device').on(t.deviceId),
    index('device_report_events_of_user').on(t.userId),
  ],
);
