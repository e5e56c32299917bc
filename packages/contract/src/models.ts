import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { categories } from './listing-fields.ts';
import { Dollars } from './money.ts';
import { depreciationCurves } from './price-curve.ts';
import { UpdatePolicy } from './update-support.ts';

/** Errors of the model catalogue, part of the error catalogue. */
export const modelErrors = {
  'model.not-found': { status: 404, title: 'There is no such model' },
} as const satisfies ErrorDefinitions;

/** The outline of a phone, for drawings. */
export const formFactors = ['slab', 'home-button', 'flip', 'fold'] as const;
export type FormFactor = (typeof formFactors)[number];

const ReleaseDate = Type.String({
  pattern: '^20\\d\\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01]))?$',
  description: 'First day of sale, `YYYY-MM-DD`, or the month where the day is not known',
});

/** A phone model of the catalogue. */
export const PhoneModel = Type.Object({
  slug: Type.String({ description: 'Identifies the model in URLs: `iphone-13-pro`' }),
  category: Type.Enum(categories),
  brand: Type.String(),
  name: Type.String(),
  aliases: Type.Array(Type.String(), { description: 'Other names that listings use' }),
  releasedOn: ReleaseDate,
  formFactor: Type.Enum(formFactors),
  screenInches: Type.Optional(Type.Number({ description: 'Diagonal of the main screen' })),
  launchPrice: Type.Optional(Dollars),
  storageStep: Dollars,
  priceSource: Type.String({ description: 'How well the launch price is attested' }),
  curve: Type.Enum(depreciationCurves),
  storageGb: Type.Array(Type.Integer(), { description: 'Sizes sold, smallest first' }),
  colours: Type.Array(Type.String()),
  updates: UpdatePolicy,
  correctedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When an admin last edited the model' }),
  ),
});
export type PhoneModel = Static<typeof PhoneModel>;

/** A model with what it is worth in good condition and with the smallest storage. */
export const ModelSummary = Type.Object({
  ...PhoneModel.properties,
  offers: Type.Integer({ minimum: 0, description: 'Phones on offer' }),
  fromPrice: Type.Optional(Dollars),
  estimate: Type.Optional(Dollars),
  costPerMonth: Type.Optional(Dollars),
});
export type ModelSummary = Static<typeof ModelSummary>;

const Band = Type.Object({ low: Dollars, expected: Dollars, high: Dollars });

/** A model with its market. Without a launch price and without sales there are no numbers. */
export const ModelDetails = Type.Object({
  ...ModelSummary.properties,
  band: Type.Optional(Band),
  forecast: Type.Array(Type.Object({ months: Type.Integer(), ...Band.properties }), {
    description: 'What it will be worth, by the curve of its product line',
  }),
  medianDaysToSell: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type ModelDetails = Static<typeof ModelDetails>;

/** Months of price history. */
export const priceHistoryMonths = 24;

/** The completed sales of one month. */
export const MonthlySales = Type.Object({
  month: Type.String({ description: '`YYYY-MM`' }),
  sales: Type.Integer({ minimum: 1 }),
  median: Dollars,
  byCondition: Type.Partial(Type.Object({ excellent: Dollars, good: Dollars, fair: Dollars })),
});
export type MonthlySales = Static<typeof MonthlySales>;

/** What an admin can correct. Absent fields stay as they are; null makes a fact unknown. */
export const ModelCorrection = Type.Partial(
  Type.Object({
    aliases: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 20 }),
    releasedOn: ReleaseDate,
    screenInches: orNull(Type.Number({ minimum: 2, maximum: 20 })),
    launchPrice: orNull(Type.Number({ minimum: 1, maximum: 100_000 })),
    updates: UpdatePolicy,
  }),
);
export type ModelCorrection = Static<typeof ModelCorrection>;

/** Maximum number of models that a search for a name returns. */
export const maxModelSuggestions = 8;

export const listModels = endpoint({
  method: 'GET',
  path: '/api/models',
  summary: 'The model catalogue, or the models that a name being typed may mean',
  access: 'public',
  query: Type.Object({
    q: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `Part of a name; at most ${maxModelSuggestions} models, most likely first`,
      }),
    ),
    category: Type.Optional(Type.Enum(categories)),
  }),
  response: Type.Array(ModelSummary),
  errors: [],
});

const params = Type.Object({ slug: Type.String({ maxLength: 80 }) });

export const getModel = endpoint({
  method: 'GET',
  path: '/api/models/:slug',
  summary: 'One model and its market',
  access: 'public',
  params,
  response: ModelDetails,
  errors: ['model.not-found'],
});

export const getPriceHistory = endpoint({
  method: 'GET',
  path: '/api/models/:slug/price-history',
  summary: `Prices of completed sales by month, over ${priceHistoryMonths} months`,
  access: 'public',
  params,
  response: Type.Array(MonthlySales),
  errors: ['model.not-found'],
});

export const correctModel = endpoint({
  method: 'PUT',
  path: '/api/models/:slug',
  summary: 'Correct a model',
  access: 'admin',
  staff: [],
  stepUp: true,
  audit: 'model.corrected',
  params,
  body: ModelCorrection,
  response: Modified,
  errors: ['model.not-found', 'validation.failed'],
});

/** `256 GB`, `1 TB`, with a no-break space, so that the number and its unit stay on one line. */
export const storageText = (gb: number): string =>
  gb >= 1024 ? `${gb / 1024}\u00a0TB` : `${gb}\u00a0GB`;
