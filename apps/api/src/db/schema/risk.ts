import type { RiskCode } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';
import { users } from './users.ts';

/** A part of a risk score that applies, with its figures for moderators. */
export interface AssessedPart {
  readonly code: RiskCode;
  readonly weight: number;
  readonly detail: string;
  /** Whether it holds the listing, whatever the score. */
  readonly holds?: boolean;
}

/**
 * By what sellers who were banned, or deleted by an admin, are recognized: keyed hashes of their devices and
 * bank accounts at that time. Deleted some time later, and when the ban is reversed.
 */
export const removedSellerMarks = pgTable(
  'removed_seller_marks',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ['device', 'payout-account'] }).notNull(),
    /** See `seller-marks.ts`. */
    mark: text().notNull(),
    removedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.mark] }),
    check('removed_seller_marks_kind', sql`${t.kind} in ('device', 'payout-account')`),
    index('removed_seller_marks_by_mark').on(t.kind, t.mark),
    index('removed_seller_marks_due').on(t.removedAt),
  ],
);

/** The latest risk score of each listing, and what moderators decided about it. */
export const riskAssessments = pgTable(
  'risk_assessments',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    score: integer().notNull(),
    /** The parts that apply. */
    parts: jsonb().$type<readonly AssessedPart[]>().notNull(),
    assessedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Since when the listing is held for review; null if it is not. */
    heldAt: timestamp({ withTimezone: true }),
    /** The parts that a moderator has seen and accepted: they alone do not hold it again. */
    releasedCodes: text().array().notNull().default([]),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: uuid().references(() => users.id),
  },
  (t) => [
    check('risk_assessments_score', sql`${t.score} between 0 and 100`),
    index('risk_assessments_by_score').on(t.score.desc().nullsFirst()).where(sql`${t.score} >= 30`),
    index('risk_assessments_held').on(t.heldAt).where(sql`${t.heldAt} is not null`),
  ],
);
