import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Id, Inserted } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of reports, part of the error catalogue. */
export const reportErrors = {
  'report.duplicate': { status: 409, title: 'You have already reported this' },
  'report.own': { status: 403, title: 'This is your own' },
} as const satisfies ErrorDefinitions;

/** What can be reported with a reason; conversations have a call of their own. */
export const reportableKinds = ['listing', 'person', 'review'] as const;
export type ReportableKind = (typeof reportableKinds)[number];

/**
 * Why something is reported. `unspecified` is the reason of the specification's report, which has none,
 * and `low-price` that of the marketplace itself.
 */
export const reportReasons = [
  'fraud',
  'stolen',
  'misleading',
  'counterfeit',
  'prohibited',
  'outside-trade',
  'offensive',
  'personal-data',
  'spam',
  'untrue-review',
  'other',
  'low-price',
  'unspecified',
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** What the reasons are called. */
export const reportReasonTexts: Readonly<Record<ReportReason, string>> = {
  fraud: 'Looks like a fraud',
  stolen: 'A stolen or lost phone',
  misleading: 'Photos or description are wrong',
  counterfeit: 'A fake or copied phone',
  prohibited: 'Not a phone, or must not be sold',
  'outside-trade': 'Wants to trade or be paid outside Redial',
  offensive: 'Insults, threats or hate',
  'personal-data': 'Shows personal data of somebody',
  spam: 'Spam or advertising',
  'untrue-review': 'Not about this sale, or made up',
  other: 'Something else',
  'low-price': 'A suspiciously low price',
  unspecified: 'No reason given',
};

/** The reasons to choose from. */
export const reportReasonsOf = {
  listing: [
    'fraud',
    'stolen',
    'misleading',
    'counterfeit',
    'prohibited',
    'outside-trade',
    'offensive',
    'personal-data',
    'spam',
    'other',
  ],
  person: ['fraud', 'outside-trade', 'offensive', 'personal-data', 'spam', 'other'],
  conversation: ['fraud', 'outside-trade', 'offensive', 'personal-data', 'spam', 'other'],
  review: ['untrue-review', 'offensive', 'personal-data', 'spam', 'other'],
} as const satisfies Record<ReportableKind | 'conversation', readonly ReportReason[]>;

/** Length in characters of what a reporter writes. */
export const reportTextLength = 500;

/** The reasons that people give. */
const givenReasons = reportReasons.filter((reason) => reason !== 'low-price');

/** Why a conversation is reported; clients that do not ask leave it out. */
export const GivenReason = Type.Enum(givenReasons);

const NewReport = Type.Object({
  target: Type.Object({
    kind: Type.Enum(reportableKinds),
    id: Id,
  }),
  reason: GivenReason,
  text: Type.Optional(
    Type.String({
      maxLength: reportTextLength,
      description: 'For the moderators only: nobody else reads it',
    }),
  ),
});
export type NewReport = Static<typeof NewReport>;

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Report a listing, a person or a review, with a reason',
  access: 'public',
  audit: 'report.received',
  accessRule: 'one open report per user (or IP address) and target, not of oneself',
  body: NewReport,
  response: Inserted,
  errors: [
    'product.not-found',
    'product.sold',
    'profile.not-found',
    'review.not-found',
    'report.duplicate',
    'report.own',
    'validation.failed',
  ],
});
