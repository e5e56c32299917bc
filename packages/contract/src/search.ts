import Type, { type Static } from 'typebox';
import { conditionFilters, ProductQuery, productQueryLimits } from './catalogue.ts';
import { Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { categories } from './listing-fields.ts';
import { Dollars } from './money.ts';
import { Place } from './places.ts';
import { shownPriceLabels } from './price-estimate.ts';

/** Counts are exact up to this number. Larger counts are reported as `maxExactCount + 1`. */
export const maxExactCount = 1000;

const Count = Type.Integer({
  minimum: 0,
  maximum: maxExactCount + 1,
  description: `Number of products; ${maxExactCount + 1} means more than ${maxExactCount}. If a text, price, price label, model, storage, colour, update or verified-seller filter matches more than ${maxExactCount} products, only the newest ${maxExactCount} are counted`,
});

/** A count for each of some values. */
const countBy = <const Value extends string>(values: readonly Value[]) =>
  Type.Object(
    Object.fromEntries(values.map((value) => [value, Count])) as Record<Value, typeof Count>,
  );

/**
 * Facet counts of a product list. Each filter is counted with all other filters applied but not
 * itself, so that a count is the number of results after selecting that value.
 */
export const ProductFacets = Type.Object({
  /** With all filters applied. */
  total: Count,
  brands: countBy(categories),
  conditions: countBy(conditionFilters),
  priceLabels: countBy(shownPriceLabels),
  years: Type.Array(Type.Object({ year: Type.Integer(), count: Count }), {
    description:
      'Years of purchase, newest first, each with the number of phones bought then or later',
  }),
  models: Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), count: Count }), {
    description:
      'Models on offer by name; only once a brand, a model or a text narrows the search, and then those of the newest 1000 phones',
  }),
  storages: Type.Array(Type.Object({ gb: Type.Integer(), count: Count }), {
    description: 'Storage sizes, smallest first; only with a model or a text',
  }),
  colours: Type.Array(Type.Object({ colour: Type.String(), count: Count }), {
    description: 'Colours by name; only with a model',
  }),
  countries: Type.Array(
    Type.Object({ code: Type.String(), name: Type.String(), count: Type.Optional(Count) }),
    {
      description: `Countries with phones on offer by name; without numbers if more than ${maxExactCount} phones match the other filters`,
    },
  ),
  place: Type.Optional({ ...Place, description: 'The place of the filter' }),
  /** Phones whose model gets security updates today. */
  updated: Count,
  verified: Count,
  available: Count,
  price: Type.Optional(
    Type.Object(
      { min: Dollars, max: Dollars },
      {
        description: `Lowest and highest price; absent if there are no products. If a text or one of the filters that are counted so matches more than ${maxExactCount} products, of the newest ${maxExactCount}`,
      },
    ),
  ),
});
export type ProductFacets = Static<typeof ProductFacets>;

export const FacetQuery = Type.Omit(ProductQuery, ['limit', 'after', 'sort']);
export type FacetQuery = Static<typeof FacetQuery>;

export const getFacets = endpoint({
  method: 'GET',
  path: '/api/products/facets',
  summary: 'Number of products per filter value',
  access: 'public',
  query: FacetQuery,
  response: ProductFacets,
  errors: [],
});

/** Maximum number of suggestions in a response. */
export const maxSuggestions = 8;

/** A completion of a partial search query: a brand, a model on offer, or a single product. */
export const ProductSuggestion = Type.Object({
  kind: Type.Enum(['brand', 'model', 'phone']),
  text: Type.String(),
  count: Type.Integer({ minimum: 0, description: 'Number of phones on offer' }),
  /** Product id, if the suggestion is a single product. */
  _id: Type.Optional(Id),
});
export type ProductSuggestion = Static<typeof ProductSuggestion>;

export const suggestProducts = endpoint({
  method: 'GET',
  path: '/api/products/suggestions',
  summary: 'Completions of a partial search query, most likely first',
  access: 'public',
  query: Type.Object({
    q: Type.String({
      maxLength: productQueryLimits.textLength,
      description: 'The partial query; tolerates typing errors',
    }),
  }),
  response: Type.Array(ProductSuggestion, { maxItems: maxSuggestions }),
  errors: [],
});
