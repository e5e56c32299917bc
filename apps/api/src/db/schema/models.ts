import { depreciationCurves, formFactors, updateAnnouncements } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/** The model catalogue: phones as their manufacturers sell them. */
export const models = pgTable(
  'models',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Identifies the model in URLs and data files. */
    slug: text().notNull().unique(),
    category: text({ enum: ['Xiaomi', 'Samsung', 'Iphone'] }).notNull(),
    brand: text().notNull(),
    name: text().notNull(),
    /** Other names that listings use. */
    aliases: text().array().notNull(),
    /** The first day of the month, if only that is known. */
    releasedOn: date().notNull(),
    releasePrecision: text({ enum: ['day', 'month'] }).notNull(),
    formFactor: text({ enum: formFactors }).notNull(),
    screenInches: real(),
    launchPriceCents: bigint({ mode: 'number' }),
    /** What the next larger storage cost more. */
    storageStepCents: bigint({ mode: 'number' }).notNull(),
    priceSource: text().notNull(),
    curve: text({ enum: depreciationCurves }).notNull(),
    updateStatus: text({ enum: updateAnnouncements }).notNull(),
    updatesUntil: date(),
    updateSource: text(),
    /** Date of the information: year, month or day. */
    updatesAsOf: text(),
    /** The version of the data file that the row is from. */
    dataVersion: text().notNull(),
    /** An import does not change a model that an admin has corrected. */
    correctedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('models_category', sql`${t.category} in ('Xiaomi', 'Samsung', 'Iphone')`),
    check('models_release_precision', sql`${t.releasePrecision} in ('day', 'month')`),
    check('models_form_factor', sql`${t.formFactor} in ('slab', 'home-button', 'flip', 'fold')`),
    check(
      'models_curve',
      sql`${t.curve} in ('iphone', 'galaxy', 'galaxy-a', 'xiaomi', 'redmi-poco')`,
    ),
    check('models_launch_price', sql`${t.launchPriceCents} > 0`),
    check('models_update_status', sql`${t.updateStatus} in ('dated', 'supported', 'unknown')`),
    check(
      'models_dated_has_date',
      sql`(${t.updateStatus} = 'dated') = (${t.updatesUntil} is not null)`,
    ),
  ],
);

/** The storage and colour combinations in which a model is sold. */
export const modelVariants = pgTable(
  'model_variants',
  {
    modelId: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    storageGb: integer().notNull(),
    colour: text().notNull(),
    /** Null if it is not known. */
    ramGb: integer(),
  },
  (t) => [primaryKey({ columns: [t.modelId, t.storageGb, t.colour] })],
);

/**
 * What phones of each model are worth, by what decides about their price, so that the database can label
 * prices and compute costs per month. A job computes the rows from sales and curves.
 */
export const priceBands = pgTable(
  'price_bands',
  {
    modelId: integer()
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    /** A size that the model is sold with; 0 for the smallest one, which stands for unknown ones. */
    storageGb: integer().notNull(),
    condition: text({ enum: ['excellent', 'good', 'fair'] }).notNull(),
    weakBattery: boolean().notNull(),
    carrierLocked: boolean().notNull(),
    boxAndReceipt: boolean().notNull(),
    expectedCents: integer().notNull(),
    /** `labelLimits` in the contract. */
    suspiciousBelowCents: integer().notNull(),
    greatUpToCents: integer().notNull(),
    fairUpToCents: integer().notNull(),
    /** What it is worth at the end of the period over which the cost per month is counted. */
    laterCents: integer().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'price_bands_key',
      columns: [
        t.modelId,
        t.condition,
        t.weakBattery,
        t.carrierLocked,
        t.boxAndReceipt,
        t.storageGb,
      ],
    }),
    check('price_bands_condition', sql`${t.condition} in ('excellent', 'good', 'fair')`),
  ],
);
