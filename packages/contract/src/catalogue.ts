import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { type Condition, categories, listingFields } from './listing-fields.ts';
import { Dollars } from './money.ts';
import { placeFilters } from './places.ts';
import { shownPriceLabels } from './price-estimate.ts';
import { UpdatePolicy } from './update-support.ts';

/** Errors of the catalogue, part of the error catalogue. */
export const catalogueErrors = {
  'category.not-found': { status: 404, title: 'There is no such category' },
  'product.not-found': { status: 404, title: 'This product is no longer offered' },
  'contact.not-paid': {
    status: 403,
    title: "The seller's number is shown to who has paid for this phone",
  },
} as const satisfies ErrorDefinitions;

/** Values of the condition filter: a single condition, or all from good upwards. */
export const conditionFilters = ['excellent', 'good-or-better', 'good', 'fair'] as const;
export type ConditionFilter = (typeof conditionFilters)[number];

/** The conditions that a filter includes. */
export const conditionsOf = (filter: ConditionFilter): readonly Condition[] =>
  filter === 'good-or-better' ? ['excellent', 'good'] : [filter];

/** Why a listing is hidden that its seller has not paused, the most important first. */
export const statedHiddenReasons = [
  'suspended',
  'moderation',
  'lost',
  'refunded',
  'not-listable',
] as const;
export type StatedHiddenReason = (typeof statedHiddenReasons)[number];

export const productStatuses = ['Available', 'Sold'] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** Why an unpaid phone cannot be ordered: an order at the asking price, or an accepted offer. */
export const holdReasons = ['order', 'offer'] as const;
export type HoldReason = (typeof holdReasons)[number];

/**
 * Orders of product lists. `updates`: those whose security updates last longest come first;
 * `cost-per-month`: the cheapest to use. Phones for which it is not known come last. `distance`: those
 * nearest to the place of the filter; without one, the newest.
 */
export const sortOptions = [
  'newest',
  'price',
  '-price',
  'cost-per-month',
  'updates',
  'distance',
  'relevance',
] as const;
export type SortOption = (typeof sortOptions)[number];

/** Products per page of the web app. */
export const pageSize = 24;

/** Limits of the query parameters of product lists. Prices are in dollars, lengths in characters. */
export const productQueryLimits = {
  pageSize: 100,
  cursorLength: 400,
  textLength: 100,
  price: 1_000_000,
  year: 9999,
  placeId: 2_147_483_647,
} as const;

export const Product = Type.Object({
  _id: Id,
  ...listingFields,
  sellerName: Type.String(),
  sellerEmail: Type.String({ description: 'Masked' }),
  varified: Type.Boolean({ description: 'Whether an admin has verified the seller' }),
  status: Type.Enum(productStatuses),
  advertised: Type.Boolean(),
  postDate: Type.String({ format: 'date-time' }),
  isPaid: Type.Boolean(),
  updates: Type.Optional(
    Type.Pick(UpdatePolicy, ['status', 'until'], {
      description: 'Security updates of the model; absent if the model is not known',
    }),
  ),
  hold: Type.Optional(
    Type.Object(
      {
        until: DateTime,
        reason: Type.Enum(holdReasons, {
          description: 'Of an order at the asking price, or of an accepted offer',
        }),
      },
      { description: 'While an unpaid order holds the phone; it may return after that' },
    ),
  ),
  priceLabel: Type.Optional(
    Type.Enum(shownPriceLabels, {
      description: 'How the price compares with what such a phone is worth; absent if not known',
    }),
  ),
  costPerMonth: Type.Optional({
    ...Dollars,
    description: 'What a month of two years of use costs; absent if not known',
  }),
  favourites: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        "How many users have it among their favourites; only in the seller's own list, if any",
    }),
  ),
  possessionVerifiedAt: Type.Optional({
    ...DateTime,
    description: 'When a photo proved that the seller has the phone; absent if it is not verified',
  }),
  distanceKm: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'From the place of the filter; only in lists with `within`',
    }),
  ),
  contactsHidden: Type.Optional(
    Type.Literal(true, {
      description:
        "Others do not see contact data that its texts have; only in the seller's own list, and only then",
    }),
  ),
  inReview: Type.Optional(
    Type.Literal(true, {
      description: 'Held for review, in the lists of the seller and of admins',
    }),
  ),
  paused: Type.Optional(
    Type.Literal(true, {
      description: "Hidden by its seller; only in the seller's own list, and only while it is",
    }),
  ),
  hiddenReason: Type.Optional(
    Type.Enum(statedHiddenReasons, {
      description:
        "Why only its seller sees it, besides a pause and a review; only in the seller's own list, and only while it is so",
    }),
  ),
});
export type Product = Static<typeof Product>;

export const ProductQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: productQueryLimits.pageSize,
      description: 'Page size; without it, all products',
    }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: productQueryLimits.cursorLength,
      description: 'Cursor from the Link header of the previous page',
    }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: productQueryLimits.textLength,
      description: 'Search terms; tolerates typing errors',
    }),
  ),
  brand: Type.Optional(Type.Enum(categories)),
  condition: Type.Optional(Type.Enum(conditionFilters)),
  minPrice: Type.Optional(Type.Number({ minimum: 0, maximum: productQueryLimits.price })),
  maxPrice: Type.Optional(Type.Number({ minimum: 0, maximum: productQueryLimits.price })),
  minYear: Type.Optional(Type.Integer({ minimum: 0, maximum: productQueryLimits.year })),
  model: Type.Optional(
    Type.String({ maxLength: 80, description: 'The slug of a model of the catalogue' }),
  ),
  storage: Type.Optional(Type.Integer({ minimum: 1, maximum: 4096, description: 'Gigabytes' })),
  colour: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'As the maker names it; only together with `model`',
    }),
  ),
  ...placeFilters,
  updates: Type.Optional(
    Type.Enum(['supported'], { description: 'Only models that get security updates today' }),
  ),
  priceLabel: Type.Optional(
    Type.Enum(shownPriceLabels, { description: 'Only phones whose price has this label' }),
  ),
  verified: Type.Optional(Type.Boolean({ description: 'Only verified sellers' })),
  available: Type.Optional(Type.Boolean({ description: 'Only phones that can be ordered' })),
  sort: Type.Optional(Type.Enum(sortOptions)),
});
export type ProductQuery = Static<typeof ProductQuery>;

/** Response headers of a paginated list: the link to the next page and the total count. */
export const paginationHeaders = { next: 'link', total: 'x-total-count' } as const;

export const listProducts = endpoint({
  method: 'GET',
  path: '/allproducts',
  summary: 'All products',
  access: 'public',
  query: ProductQuery,
  response: Type.Array(Product),
  errors: [],
});

export const listCategoryProducts = endpoint({
  method: 'GET',
  path: '/allproducts/:categoryName',
  summary: 'The products of a category',
  access: 'public',
  params: Type.Object({ categoryName: Type.String({ maxLength: 40 }) }),
  query: ProductQuery,
  response: Type.Array(Product),
  errors: ['category.not-found'],
});

export const listAdvertisedProducts = endpoint({
  method: 'GET',
  path: '/advertizedproduct',
  summary: 'Advertised products',
  access: 'public',
  query: ProductQuery,
  response: Type.Array(Product),
  errors: [],
});
