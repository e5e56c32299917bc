import Type, { type Static } from 'typebox';
import { roles } from './accounts.ts';
import { productStatuses } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';
import { reportReasons } from './reports.ts';
import { RiskScore } from './risk.ts';

/** Errors of decisions and appeals, part of the error catalogue. */
export const decisionErrors = {
  'moderation.nothing-open': { status: 409, title: 'Nothing about this waits for a decision' },
  'moderation.person-protected': {
    status: 403,
    title: 'Admins, and what is yours, cannot be decided about here',
  },
  'decision.not-found': { status: 404, title: 'There is no such decision' },
  'decision.not-open': { status: 409, title: 'This decision no longer asks for changes' },
  'decision.balance-not-held': { status: 409, title: 'This decision holds no balance' },
  'appeal.exists': { status: 409, title: 'You have appealed against this decision already' },
  'appeal.too-late': { status: 409, title: 'The time to appeal is over' },
  'appeal.not-found': { status: 404, title: 'There is no such open appeal' },
  'appeal.own-decision': {
    status: 403,
    title: 'This was your own decision: another admin decides about the appeal',
  },
} as const satisfies ErrorDefinitions;

/** The published rules; every decision against somebody names one. */
export const marketplaceRules = {
  'honest-listing': 'Photos, description and price show the phone as it is.',
  'own-phone': 'Sellers own what they sell: no stolen, lost or blocked phones.',
  'genuine-phone': 'Phones are genuine, without copied or relabelled parts.',
  'phones-only': 'Listings offer one phone each, and nothing that must not be sold.',
  'trade-on-redial': 'Orders and payments stay on Redial until a phone has changed hands.',
  'no-deception': 'Nobody deceives others about money, a phone or who they are.',
  respect: 'No insults, threats or hate.',
  privacy: 'No personal data of others, and no contact data in listings and reviews.',
  'no-spam': 'No advertising, and no repeated listings or messages.',
  'honest-reviews': 'Reviews are about the sale, by those who took part in it.',
} as const;
export type MarketplaceRule = keyof typeof marketplaceRules;
export const marketplaceRuleNames = Object.keys(marketplaceRules) as MarketplaceRule[];

/** What a report, an item of the queue and a decision are about. */
export const moderatedKinds = ['listing', 'person', 'conversation', 'review'] as const;
export type ModeratedKind = (typeof moderatedKinds)[number];

export const decisionKinds = [
  'dismiss',
  'hide',
  'changes',
  'remove',
  'unverify',
  'suspend',
  'ban',
] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** The decisions that are possible about each kind of target. */
export const decisionKindsOf = {
  listing: ['dismiss', 'changes', 'hide', 'remove', 'unverify', 'suspend', 'ban'],
  person: ['dismiss', 'unverify', 'suspend', 'ban'],
  conversation: ['dismiss', 'suspend', 'ban'],
  review: ['dismiss', 'remove', 'suspend', 'ban'],
} as const satisfies Record<ModeratedKind, readonly DecisionKind[]>;

/**
 * - `in-force`: it has its effect.
 * - `answered`: the person says that the changes are made; the listing waits in the queue.
 * - `ended`: the time is over, or the changes were accepted.
 * - `reversed`: an appeal against it was upheld.
 */
export const decisionStates = ['in-force', 'answered', 'ended', 'reversed'] as const;
export type DecisionState = (typeof decisionStates)[number];

export const appealStates = ['open', 'upheld', 'rejected'] as const;
export type AppealState = (typeof appealStates)[number];

export const moderationLimits = {
  /** Lengths in characters. */
  message: 1000,
  note: 1000,
  appeal: 2000,
  answer: 1000,
  reason: 500,
  /** The longest suspension, in days. */
  days: 365,
  /** Days in which a decision can be appealed against. */
  appealDays: 30,
  /** Items of the queue and of the list of decisions. */
  listed: 100,
  /** Reports that are shown of an item. */
  reports: 20,
} as const;

const Target = Type.Object({ kind: Type.Enum(moderatedKinds), id: Id });

const Person = Type.Object({
  _id: Id,
  name: Type.String(),
  role: Type.Enum(roles),
  varified: Type.Boolean(),
  suspended: Type.Boolean(),
  deleted: Type.Boolean(),
  since: DateTime,
  decisions: Type.Integer({ minimum: 0, description: 'Earlier decisions against this person' }),
});
export type ModeratedPerson = Static<typeof Person>;

export const ModerationItem = Type.Object({
  target: Target,
  title: Type.String({ description: 'The phone, or the name of the person or author' }),
  people: Type.Array(Person, {
    description: 'Whose it is; both people of a conversation',
  }),
  reports: Type.Array(
    Type.Object({
      _id: Id,
      reason: Type.Enum(reportReasons),
      text: orNull(Type.String()),
      by: Type.Enum(['user', 'visitor', 'marketplace']),
      at: DateTime,
    }),
    { maxItems: moderationLimits.reports, description: 'Newest first' },
  ),
  reportCount: Type.Integer({ minimum: 0 }),
  since: DateTime,
  held: Type.Boolean({ description: 'Held for review before others see it' }),
  answered: Type.Boolean({ description: 'The seller says that the requested changes are made' }),
  listing: Type.Optional(
    Type.Object({
      img: Type.String(),
      price: Dollars,
      description: Type.String(),
      location: Type.String(),
      status: Type.Enum(productStatuses),
      removed: Type.Boolean(),
      hidden: Type.Boolean(),
      suspiciousPrice: orNull(Type.Object({ asked: Dollars, expected: Dollars })),
      risk: orNull(RiskScore, { description: 'Null if it was not computed yet' }),
    }),
  ),
  review: Type.Optional(
    Type.Object({
      stars: Type.Integer(),
      text: Type.String(),
      subjectId: Id,
      subjectName: Type.String(),
    }),
  ),
});
export type ModerationItem = Static<typeof ModerationItem>;

const Appeal = Type.Object({
  _id: Id,
  state: Type.Enum(appealStates),
  text: Type.String(),
  at: DateTime,
  answer: orNull(Type.String()),
  decidedAt: orNull(DateTime),
});

const decisionFields = {
  _id: Id,
  kind: Type.Enum(decisionKinds),
  state: Type.Enum(decisionStates),
  target: Target,
  title: Type.String(),
  rule: orNull(Type.Enum(marketplaceRuleNames)),
  message: orNull(Type.String(), { description: 'What the person reads' }),
  days: orNull(Type.Integer()),
  until: orNull(DateTime, { description: 'The end of a suspension' }),
  at: DateTime,
  appeal: orNull(Appeal),
  balanceHeld: Type.Boolean({
    description: 'Whether the balance is held while orders and disputes are open',
  }),
};

/** A decision as the person decided about reads it. */
export const OwnDecision = Type.Object({
  ...decisionFields,
  canAppealUntil: orNull(DateTime, { description: 'Null if it cannot be appealed against' }),
});
export type OwnDecision = Static<typeof OwnDecision>;

/** A decision as admins read it. */
export const ModerationDecision = Type.Object({
  ...decisionFields,
  person: orNull(Type.Object({ _id: Id, name: Type.String() })),
  note: orNull(Type.String({ description: 'For moderators' })),
  reasons: Type.Array(Type.Enum(reportReasons), { description: 'Of the reports' }),
  decidedBy: orNull(Type.String({ description: 'The name of the admin' })),
  isYours: Type.Boolean(),
});
export type ModerationDecision = Static<typeof ModerationDecision>;

export const getModerationQueue = endpoint({
  method: 'GET',
  path: '/api/moderation/queue',
  summary:
    'What waits for a decision: the highest risk score first, then the most reported, then the oldest',
  access: 'admin',
  staff: ['moderator'],
  query: Type.Object({
    kind: Type.Optional(Type.Enum(moderatedKinds)),
    reason: Type.Optional(Type.Enum(reportReasons)),
  }),
  response: Type.Object({
    items: Type.Array(ModerationItem, { maxItems: moderationLimits.listed }),
    total: Type.Integer({ minimum: 0 }),
    openAppeals: Type.Integer({ minimum: 0 }),
  }),
  errors: [],
});

const NewDecision = Type.Object({
  target: Target,
  kind: Type.Enum(decisionKinds),
  personId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Which of the two people of a conversation' }),
  ),
  rule: Type.Optional(Type.Enum(marketplaceRuleNames)),
  message: Type.Optional(
    Type.String({
      maxLength: moderationLimits.message,
      description: 'What the person reads; required unless the reports are dismissed',
    }),
  ),
  note: Type.Optional(
    Type.String({ maxLength: moderationLimits.note, description: 'For moderators' }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: moderationLimits.days, description: 'Of a suspension' }),
  ),
});
export type NewDecision = Static<typeof NewDecision>;

export const decideModeration = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions',
  summary: 'Decide about what was reported, or held for review',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'moderation.decided',
  accessRule:
    'not about admins, nor about what is one’s own, a review of oneself or a conversation',
  body: NewDecision,
  response: Inserted,
  errors: [
    'moderation.nothing-open',
    'moderation.person-protected',
    'user.not-found',
    'validation.failed',
  ],
});

export const listModerationDecisions = endpoint({
  method: 'GET',
  path: '/api/moderation/decisions',
  summary: 'Decisions, newest first, or the open appeals, oldest first',
  access: 'admin',
  staff: ['moderator'],
  query: Type.Object({
    appeals: Type.Optional(Type.Boolean({ description: 'Only those with an open appeal' })),
    kind: Type.Optional(Type.Enum(decisionKinds)),
    state: Type.Optional(Type.Enum(decisionStates)),
  }),
  response: Type.Array(ModerationDecision, { maxItems: moderationLimits.listed }),
  errors: [],
});

const params = Type.Object({ id: Id });

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:id/decision',
  summary: 'Decide about an appeal: upholding it reverses the decision',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'appeal.decided',
  accessRule: 'not the person who appeals, nor, where there are two, the admin who decided first',
  params,
  body: Type.Object({
    upheld: Type.Boolean(),
    answer: Type.String({
      maxLength: moderationLimits.answer,
      description: 'What the person reads',
    }),
  }),
  response: Modified,
  errors: [
    'appeal.not-found',
    'appeal.own-decision',
    'moderation.person-protected',
    'validation.failed',
  ],
});

export const releaseHeldBalance = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions/:id/balance-release',
  summary: 'Let a suspended seller pay out although orders or disputes are open',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'balance.released',
  params,
  body: Type.Object({ reason: Type.String({ maxLength: moderationLimits.reason }) }),
  response: Modified,
  errors: [
    'decision.not-found',
    'decision.balance-not-held',
    'moderation.person-protected',
    'validation.failed',
  ],
});

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/api/account/decisions',
  summary: 'The decisions about the caller, newest first, and whether the account is suspended',
  access: 'user',
  response: Type.Object({
    suspension: orNull(
      Type.Object({
        decisionId: orNull(Id),
        until: orNull(DateTime, { description: 'Null for good' }),
      }),
    ),
    decisions: Type.Array(OwnDecision, { maxItems: moderationLimits.listed }),
  }),
  errors: [],
});

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/appeal',
  summary: 'Appeal against a decision, once',
  access: 'user',
  audit: 'appeal.received',
  accessRule: 'the person decided about',
  params,
  body: Type.Object({ text: Type.String({ maxLength: moderationLimits.appeal }) }),
  response: Inserted,
  errors: ['decision.not-found', 'appeal.exists', 'appeal.too-late', 'validation.failed'],
});

export const answerDecision = endpoint({
  method: 'POST',
  path: '/api/account/decisions/:id/changes',
  summary: 'Say that the requested changes of a listing are made',
  access: 'user',
  accessRule: 'the person decided about',
  params,
  response: Modified,
  errors: ['decision.not-found', 'decision.not-open'],
});
