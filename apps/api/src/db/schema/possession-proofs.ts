import { possessionProofStates, possessionRefusalReasons } from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './products.ts';
import { users } from './users.ts';

/**
 * Codes that sellers photograph beside their phones, and how admins decided on the photos. The files are
 * served with signed URLs only.
 */
export const possessionProofs = pgTable(
  'possession_proofs',
  {
    id: uuid().primaryKey(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    code: text().notNull(),
    state: text({ enum: possessionProofStates }).notNull().default('open'),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Names the file; null before the upload, and once the file is deleted. */
    photoId: uuid(),
    /** Size of the photo in pixels. */
    width: integer(),
    height: integer(),
    /**
     * The name of the listing when the photo was uploaded. A trigger empties it if the listing changes so
     * that it may be another phone before the decision.
     */
    productName: text(),
    submittedAt: timestamp({ withTimezone: true }),
    decidedAt: timestamp({ withTimezone: true }),
    decidedBy: uuid().references(() => users.id),
    reason: text({ enum: possessionRefusalReasons }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'possession_proofs_state',
      sql`${t.state} in ('open', 'submitted', 'accepted', 'refused')`,
    ),
    check(
      'possession_proofs_reason',
      sql`${t.reason} in ('code-missing', 'code-unreadable', 'code-wrong', 'phone-not-visible', 'different-phone', 'photo-edited')`,
    ),
    check('possession_proofs_refused', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
    check(
      'possession_proofs_decided',
      sql`(${t.state} in ('accepted', 'refused')) = (${t.decidedAt} is not null)`,
    ),
    check('possession_proofs_submitted', sql`(${t.state} = 'open') = (${t.submittedAt} is null)`),
    uniqueIndex('possession_proofs_one_pending')
      .on(t.productId)
      .where(sql`${t.state} in ('open', 'submitted')`),
    index('possession_proofs_of_product').on(t.productId, t.createdAt),
    index('possession_proofs_queue').on(t.submittedAt).where(sql`${t.state} = 'submitted'`),
    index('possession_proofs_photos').on(t.decidedAt).where(sql`${t.photoId} is not null`),
  ],
);
