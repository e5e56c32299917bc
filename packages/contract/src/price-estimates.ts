import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { accessories, networkLocks } from './listing-details.ts';
import { conditions } from './listing-fields.ts';
import { Dollars } from './money.ts';
import { priceFactors, shownPriceLabels } from './price-estimate.ts';

/** Errors of price estimates, part of the error catalogue. */
export const estimateErrors = {
  'estimate.no-data': {
    status: 404,
    title: 'Nothing is known about what this model costs',
  },
} as const satisfies ErrorDefinitions;

/** Days within which a completed sale is a comparable. */
export const comparableDays = 90;

export const EstimateRequest = Type.Object({
  model: Type.String({ maxLength: 80, description: 'The slug of a model' }),
  storageGb: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096 })),
  condition: Type.Enum(conditions),
  batteryHealthPct: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  networkLock: Type.Optional(Type.Enum(networkLocks)),
  accessories: Type.Optional(Type.Array(Type.Enum(accessories), { maxItems: 20 })),
  price: Type.Optional(
    Type.Number({ minimum: 1, maximum: 100_000, description: 'An asking price to compare' }),
  ),
});
export type EstimateRequest = Static<typeof EstimateRequest>;

export const PriceEstimate = Type.Object({
  basis: Type.Enum(['sales', 'curve'], {
    description: 'Completed sales on this marketplace, or else launch price and age',
  }),
  comparables: Type.Integer({ minimum: 0, description: 'Number of sales used' }),
  low: Dollars,
  expected: Dollars,
  high: Dollars,
  contributions: Type.Array(
    Type.Object({
      factor: Type.Enum(priceFactors),
      amount: Type.Number({ description: 'US dollars; negative if it lowers the price' }),
    }),
    { description: 'They add up to `expected`' },
  ),
  label: Type.Optional(
    Type.Enum(shownPriceLabels, {
      description: 'Absent without a price, and for one that is suspiciously low',
    }),
  ),
  in24Months: Dollars,
  costPerMonth: Dollars,
});
export type PriceEstimate = Static<typeof PriceEstimate>;

export const estimateProduct = endpoint({
  method: 'GET',
  path: '/api/products/:id/estimate',
  summary: 'What a listed phone is worth by its stated details, and how its price compares',
  access: 'public',
  staff: ['moderator', 'support'],
  params: Type.Object({ id: Id }),
  response: PriceEstimate,
  errors: ['product.not-found', 'estimate.no-data'],
});

export const estimatePrice = endpoint({
  method: 'POST',
  path: '/api/price-estimates',
  summary: 'What a phone is worth, and why',
  access: 'public',
  body: EstimateRequest,
  response: PriceEstimate,
  errors: ['model.not-found', 'estimate.no-data'],
});
