import {
  appealStates,
  decisionKinds,
  decisionStates,
  type MarketplaceRule,
  moderatedKinds,
  type ReportReason,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import {
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
import { conversations } from './chat.ts';
import { products } from './products.ts';
import { reviews } from './reviews.ts';
import { users } from './users.ts';

/** What a moderator had before the eyes; deleted some time after the decision. */
export interface DecisionEvidence {
  /** The reasons of the reports that the decision closed. */
  readonly reasons: readonly ReportReason[];
  /** The listing or review as it was. */
  readonly content?: Readonly<Record<string, string | number>>;
  /** What the moderator wrote for the others. */
  readonly note?: string;
}

/** What moderators decided, with the rule and the text that the person gets. */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: decisionKinds }).notNull(),
    state: text({ enum: decisionStates }).notNull().default('in-force'),
    targetKind: text({ enum: moderatedKinds }).notNull(),
    productId: uuid().references(() => products.id),
    reviewId: uuid().references(() => reviews.id),
    /** Null once the conversation is deleted. */
    conversationId: uuid().references(() => conversations.id, { onDelete: 'set null' }),
    /** The person decided about; null if the reports of a conversation are dismissed. */
    personId: uuid().references(() => users.id),
    /** The phone, or the name of the person or author, at that time. */
    title: text().notNull(),
    /** Null if the reports are dismissed, and for the specification's removal, which names none. */
    rule: text().$type<MarketplaceRule>(),
    message: text(),
    evidence: jsonb().$type<DecisionEvidence>().notNull(),
    /** Of a suspension. */
    days: integer(),
    until: timestamp({ withTimezone: true }),
    /** Null for an admin of the purged demo data. */
    decidedBy: uuid().references(() => users.id),
    decidedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    closedAt: timestamp({ withTimezone: true }),
    /** When an admin let a suspended seller pay out although orders or disputes are open. */
    balanceReleasedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check(
      'moderation_decisions_kind',
      sql`${t.kind} in ('dismiss', 'hide', 'changes', 'remove', 'unverify', 'suspend', 'ban')`,
    ),
    check(
      'moderation_decisions_state',
      sql`${t.state} in ('in-force', 'answered', 'ended', 'reversed')`,
    ),
    check(
      'moderation_decisions_target_kind',
      sql`${t.targetKind} in ('listing', 'person', 'conversation', 'review')`,
    ),
    check(
      'moderation_decisions_target',
      sql`(${t.targetKind} = 'listing') = (${t.productId} is not null) and (${t.targetKind} = 'review') = (${t.reviewId} is not null) and (${t.targetKind} = 'conversation' or ${t.conversationId} is null)`,
    ),
    check(
      'moderation_decisions_reasoned',
      sql`${t.kind} = 'dismiss' or num_nulls(${t.message}, ${t.personId}) = 0`,
    ),
    check(
      'moderation_decisions_until',
      sql`(${t.kind} = 'suspend') = (${t.until} is not null) and (${t.until} is null) = (${t.days} is null)`,
    ),
    check(
      'moderation_decisions_closed',
      sql`(${t.state} in ('ended', 'reversed')) = (${t.closedAt} is not null)`,
    ),
    index('moderation_decisions_of_person').on(t.personId, t.decidedAt.desc().nullsFirst()),
    index('moderation_decisions_of_product').on(t.productId).where(sql`${t.productId} is not null`),
    index('moderation_decisions_newest').on(t.decidedAt.desc().nullsFirst()),
    index('moderation_decisions_due')
      .on(t.until)
      .where(sql`${t.kind} = 'suspend' and ${t.state} = 'in-force'`),
    index('moderation_decisions_answered').on(t.productId).where(sql`${t.state} = 'answered'`),
  ],
);

/** Appeals against decisions, one for each. */
export const moderationAppeals = pgTable(
  'moderation_appeals',
  {
    id: uuid().primaryKey(),
    decisionId: uuid()
      .notNull()
      .references(() => moderationDecisions.id, { onDelete: 'cascade' }),
    state: text({ enum: appealStates }).notNull().default('open'),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    answer: text(),
    /** Not the admin who decided first, where there is another; a trigger enforces it. */
    decidedBy: uuid().references(() => users.id),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('moderation_appeals_one').on(t.decisionId),
    check('moderation_appeals_state', sql`${t.state} in ('open', 'upheld', 'rejected')`),
    check(
      'moderation_appeals_decided',
      sql`(${t.state} = 'open') = (${t.decidedAt} is null) and (${t.decidedAt} is null) = (${t.answer} is null)`,
    ),
    index('moderation_appeals_open').on(t.createdAt).where(sql`${t.state} = 'open'`),
  ],
);
