import { type CitedDefect, disputeReasons, parties, resolutionKinds } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { orders } from './orders.ts';
import { users } from './users.ts';

/**
 * Disputes, one per order; a return that the seller refuses reopens it. Whether a dispute is open
 * follows from the state of its order.
 */
export const disputes = pgTable(
  'disputes',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .unique()
      .references(() => orders.id),
    /** `handover-unconfirmed`: the clock opened it. */
    reason: text({ enum: [...disputeReasons, 'handover-unconfirmed'] }).notNull(),
    text: text().notNull(),
    /** Defects that the listing does not have. */
    defects: jsonb().$type<readonly CitedDefect[]>().notNull().default([]),
    /** Whether the seller certainly has the phone, so that the end of the time refunds the buyer. */
    sellerHasPhone: boolean().notNull().default(false),
    /** The party whose step was the last; null until one of them has acted. */
    lastStepBy: text({ enum: parties }),
    /** Since when the admins are asked to decide. */
    escalatedAt: timestamp({ withTimezone: true }),
    openedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'disputes_reason',
      sql`${t.reason} in ('not-received', 'not-as-described', 'different-device', 'does-not-work', 'locked-or-blacklisted', 'counterfeit', 'handover-unconfirmed')`,
    ),
    check('disputes_last_step_by', sql`${t.lastStepBy} in ('buyer', 'seller')`),
    index('disputes_by_day').on(t.openedAt),
  ],
);

/** What the parties of a dispute wrote, oldest first. */
export const disputeMessages = pgTable(
  'dispute_messages',
  {
    id: uuid().primaryKey(),
    disputeId: uuid()
      .notNull()
      .references(() => disputes.id),
    party: text({ enum: parties }).notNull(),
    kind: text({ enum: ['message', 'return-refused'] })
      .notNull()
      .default('message'),
    text: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('dispute_messages_party', sql`${t.party} in ('buyer', 'seller')`),
    check('dispute_messages_kind', sql`${t.kind} in ('message', 'return-refused')`),
    index('dispute_messages_of_dispute').on(t.disputeId, t.id),
  ],
);

/** Proposals of the parties how a dispute ends; at most one open proposal per party. */
export const disputeProposals = pgTable(
  'dispute_proposals',
  {
    id: uuid().primaryKey(),
    disputeId: uuid()
      .notNull()
      .references(() => disputes.id),
    party: text({ enum: parties }).notNull(),
    kind: text({ enum: resolutionKinds }).notNull(),
    /** What the buyer gets back, for a partial refund. */
    refundCents: bigint({ mode: 'number' }),
    /** `void`: the dispute ended otherwise. */
    state: text({ enum: ['open', 'replaced', 'accepted', 'void'] })
      .notNull()
      .default('open'),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('dispute_proposals_party', sql`${t.party} in ('buyer', 'seller')`),
    check(
      'dispute_proposals_kind',
      sql`${t.kind} in ('full-refund', 'partial-refund', 'return-and-refund', 'release')`,
    ),
    check('dispute_proposals_state', sql`${t.state} in ('open', 'replaced', 'accepted', 'void')`),
    check(
      'dispute_proposals_refund',
      sql`(${t.kind} = 'partial-refund') = (${t.refundCents} is not null)`,
    ),
    uniqueIndex('dispute_proposals_one_open')
      .on(t.disputeId, t.party)
      .where(sql`${t.state} = 'open'`),
    index('dispute_proposals_of_dispute').on(t.disputeId, t.id),
  ],
);

/** How disputes ended; a reopened dispute has several. Append-only. */
export const disputeResolutions = pgTable(
  'dispute_resolutions',
  {
    id: uuid().primaryKey(),
    disputeId: uuid()
      .notNull()
      .references(() => disputes.id),
    source: text({ enum: ['agreement', 'admin', 'clock'] }).notNull(),
    /** The admin who decided; null once that account is deleted. */
    decidedBy: uuid().references(() => users.id),
    kind: text({ enum: resolutionKinds }).notNull(),
    refundCents: bigint({ mode: 'number' }),
    /** The written reason of a decision. */
    reason: text(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('dispute_resolutions_source', sql`${t.source} in ('agreement', 'admin', 'clock')`),
    check(
      'dispute_resolutions_kind',
      sql`${t.kind} in ('full-refund', 'partial-refund', 'return-and-refund', 'release')`,
    ),
    check(
      'dispute_resolutions_decision',
      sql`(${t.source} = 'admin') = (${t.reason} is not null) and (${t.source} = 'admin' or ${t.decidedBy} is null)`,
    ),
    index('dispute_resolutions_of_dispute').on(t.disputeId, t.id),
  ],
);

/**
 * Photos of disputes and returns. Their files are served with signed URLs only. A photo without a
 * dispute was uploaded and not sent yet.
 */
export const disputePhotos = pgTable(
  'dispute_photos',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    uploadedBy: uuid()
      .notNull()
      .references(() => users.id),
    disputeId: uuid().references(() => disputes.id),
    /** The message that it belongs to; null for the opening. */
    messageId: uuid().references(() => disputeMessages.id),
    /** Size in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check('dispute_photos_message', sql`${t.messageId} is null or ${t.disputeId} is not null`),
    index('dispute_photos_of_order').on(t.orderId),
    index('dispute_photos_of_uploader').on(t.uploadedBy),
  ],
);

/** Returns of ordered phones; a second return of an order replaces the first. */
export const returns = pgTable('returns', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  /** For this return only; deleted after it. */
  address: text(),
  /** Its name. */
  carrier: text(),
  trackingNumber: text(),
  /** Keyed hash of the IMEI that the buyer gave, where the listing has none. */
  imeiHash: text(),
  shippedAt: timestamp({ withTimezone: true }),
  /** IMEIs of the seller that did not match. */
  mismatches: integer().notNull().default(0),
  /** Keyed hashes of these numbers: the same one again is not another try. */
  mismatchedHashes: text().array().notNull().default([]),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
