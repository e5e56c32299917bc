import Type, { type Static } from 'typebox';
import { DateTime, Day, Id, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** What can need action, in the order of the page: what people wait for, then money, then the machinery. */
export const attentionNames = [
  'moderation-queue',
  'reported-messages',
  'appeals',
  'possession-proofs',
  'disputes',
  'chargebacks',
  'failed-payouts',
  'late-payouts',
  'late-refunds',
  'ledger',
  'seals',
  'reconciliation',
  'provider-events',
  'card-dead-letters',
  'mail-dead-letters',
  'push-dead-letters',
  'other-dead-letters',
  'outbox',
  'jobs',
  'backups',
] as const;
export type AttentionName = (typeof attentionNames)[number];

export const attentionLimits = {
  /** Hours before evidence of a chargeback is due from which it is urgent. */
  evidenceHours: 48,
  /** Days for which a payout that failed is listed. */
  failedPayoutDays: 30,
  /** Minutes after which a requested payout has normally been sent to the bank. */
  payoutMinutes: 60,
  /** Days after the expected arrival of a payout from which it is late. */
  arrivalDays: 3,
  /** People that are named with payouts. */
  people: 5,
  /** Minutes after which what jobs do within one minute is late. */
  lateMinutes: 15,
  /** Minutes after which a refund has normally been submitted to the card provider. */
  refundMinutes: 60,
} as const;

/** What waits, or went wrong. */
export const AttentionItem = Type.Object({
  name: Type.Enum(attentionNames),
  count: Type.Integer({ minimum: 0 }),
  overdue: Type.Integer({
    minimum: 0,
    description: 'Those of them that are late, or are failures',
  }),
  oldest: orNull(DateTime, {
    description: 'Since when the oldest waits; of `backups`, when the last one was made',
  }),
  people: Type.Optional(
    Type.Array(Type.Object({ _id: Id, name: Type.String() }), {
      maxItems: attentionLimits.people,
      description: 'Of failed and late payouts: whose, the oldest first',
    }),
  ),
});
export type AttentionItem = Static<typeof AttentionItem>;

/** How a job last ran, on any of the servers. */
export const JobHealth = Type.Object({
  name: Type.String(),
  lastRunAt: orNull(DateTime, { description: 'The end of its last run; null if it never ran' }),
  failed: Type.Boolean({ description: 'Whether the last run failed' }),
  late: Type.Boolean({ description: 'Whether it has not run for three times its period' }),
});
export type JobHealth = Static<typeof JobHealth>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/api/overview',
  summary: 'What needs action now, as far as the caller’s role reaches',
  access: 'admin',
  staff: ['moderator', 'support'],
  response: Type.Object({
    at: DateTime,
    items: Type.Array(AttentionItem),
    jobs: Type.Array(JobHealth, { description: 'For admins alone' }),
  }),
  errors: [],
});

export const figureNames = [
  'sign-ups',
  'listings',
  'orders',
  'sales',
  'fees',
  'refunds',
  'disputes',
  'reports',
] as const;
export type FigureName = (typeof figureNames)[number];

/** The periods that figures are shown for, in days. */
export const figurePeriods = ['7', '30', '90'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

/** A figure by day. */
export const Figure = Type.Object({
  name: Type.Enum(figureNames),
  unit: Type.Enum(['count', 'dollars']),
  total: Type.Number(),
  days: Type.Array(Type.Number(), { description: 'One value a day, from the first to the last' }),
});
export type Figure = Static<typeof Figure>;

export const getFigures = endpoint({
  method: 'GET',
  path: '/api/overview/figures',
  summary: 'Figures of the marketplace by day, as far as the caller’s role reaches',
  access: 'admin',
  staff: ['moderator', 'support'],
  query: Type.Object({
    days: Type.Optional(
      Type.Enum(figurePeriods, {
        description: 'The length of the period, which ends today; 30 by default',
      }),
    ),
  }),
  response: Type.Object({ from: Day, to: Day, figures: Type.Array(Figure) }),
  errors: [],
});
