import Type, { type Static } from 'typebox';
import { ProductQuery } from './catalogue.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Counts are exact up to this; where there are more, they are told as one more than it. */
export const maxExactCount = 1000;

const Count = Type.Integer({
  minimum: 0,
  maximum: maxExactCount + 1,
  description: `Phones; ${maxExactCount + 1} where there are more than ${maxExactCount}. Where more than ${maxExactCount} are found by words, price or verified sellers, those of the newest ${maxExactCount}`,
});

/**
 * What a list can be narrowed to. Each filter is counted with all the others applied and itself
 * left out, so that a count says what one gets by choosing it.
 */
export const ProductFacets = Type.Object({
  /** With every filter applied. */
  total: Count,
  brands: Type.Object({ Xiaomi: Count, Samsung: Count, Iphone: Count }),
  conditions: Type.Object({ excellent: Count, good: Count, fair: Count }),
  years: Type.Array(Type.Object({ year: Type.Integer(), count: Count }), {
    description: 'Years of purchase, newest first, each with the phones bought then or later',
  }),
  verified: Count,
  available: Count,
  price: Type.Optional(
    Type.Object(
      { min: Dollars, max: Dollars },
      { description: 'Lowest and highest price; away where there is no phone' },
    ),
  ),
});
export type ProductFacets = Static<typeof ProductFacets>;

export const FacetQuery = Type.Omit(ProductQuery, ['limit', 'after', 'sort']);
export type FacetQuery = Static<typeof FacetQuery>;

export const getFacets = endpoint({
  method: 'GET',
  path: '/allproducts/facets',
  summary: 'How many products each filter would leave',
  access: 'public',
  query: FacetQuery,
  response: ProductFacets,
  errors: [],
});

/** The most suggestions that are made at once. */
export const maxSuggestions = 8;

/** What somebody who types may mean: a brand, a model that is on offer, or one phone by its name. */
export const ProductSuggestion = Type.Object({
  kind: Type.Enum(['brand', 'model', 'phone']),
  text: Type.String(),
  count: Type.Integer({ minimum: 0, description: 'Phones on offer' }),
  /** Of a single phone. */
  _id: Type.Optional(Id),
});
export type ProductSuggestion = Static<typeof ProductSuggestion>;

export const suggestProducts = endpoint({
  method: 'GET',
  path: '/allproducts/suggestions',
  summary: 'What a search that is being typed may mean, likeliest first',
  access: 'public',
  query: Type.Object({
    q: Type.String({ maxLength: 100, description: 'As far as it is typed, errors forgiven' }),
  }),
  response: Type.Array(ProductSuggestion, { maxItems: maxSuggestions }),
  errors: [],
});
