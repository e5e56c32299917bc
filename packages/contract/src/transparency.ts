import Type, { type Static } from 'typebox';
import { orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { type MarketplaceRule, marketplaceRuleNames } from './moderation-decisions.ts';

/** The most months that the page shows. */
export const transparencyMonths = 12;

/** The rules by which decisions are counted; `unnamed` for removals that name none. */
export const countedRules: readonly (MarketplaceRule | 'unnamed')[] = [
  ...marketplaceRuleNames,
  'unnamed',
];

const Count = Type.Integer({ minimum: 0 });

const figures = {
  reports: Type.Integer({ minimum: 0, description: 'Reports by people that were received' }),
  decisions: Count,
  dismissed: Type.Integer({
    minimum: 0,
    description: 'Decisions that found no rule broken; the others are in `byRule`',
  }),
  byRule: Type.Array(Type.Object({ rule: Type.Enum([...countedRules]), decisions: Count }), {
    description: 'In the order of the published rules, without those that no decision names',
  }),
  medianHours: orNull(Type.Number({ minimum: 0 }), {
    description:
      'From the first report, or from when a listing was held, to the decision; null without decisions',
  }),
  appeals: Type.Integer({ minimum: 0, description: 'Appeals that were received' }),
  appealsDecided: Count,
  appealsUpheld: Type.Integer({ minimum: 0, description: 'Of those decided' }),
};

/** What moderators did in some time. */
export const TransparencyFigures = Type.Object(figures);
export type TransparencyFigures = Static<typeof TransparencyFigures>;

export const TransparencyMonth = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', description: 'In UTC, such as `2026-11`' }),
  ...figures,
});
export type TransparencyMonth = Static<typeof TransparencyMonth>;

export const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency',
  summary: 'How many reports and appeals there were each month, and what was decided',
  access: 'public',
  response: Type.Object({
    months: Type.Array(TransparencyMonth, {
      maxItems: transparencyMonths,
      description:
        'Oldest first; begins with the first month in which there was anything, the last one is the current',
    }),
    total: TransparencyFigures,
  }),
  errors: [],
});
