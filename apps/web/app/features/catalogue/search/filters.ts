import {
  type Category,
  type ConditionFilter,
  categories,
  conditionFilters,
  distancesKm,
  type FacetQuery,
  productQueryLimits,
  type ShownPriceLabel,
  type SortOption,
  shownPriceLabels,
  sortOptions,
} from '@redial/contract';

/** A search as represented in the URL: query, filters and sort order. */
export interface ProductSearch extends FacetQuery {
  readonly sort?: SortOption;
}

/** Path of the search page. */
export const searchPath = '/search';

/**
 * Parses a search from URL parameters. Invalid values are ignored, so that an edited or truncated
 * URL still shows products. Reversed price bounds are swapped. Only a search around a place has a
 * distance, and is sorted by it.
 */
export function parseSearch(params: URLSearchParams): ProductSearch {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const one = <T extends string>(name: string, known: readonly T[]) =>
    known.find((value) => value === text(name));
  const number = (name: string, max: number) => {
    const value = Number(text(name) ?? Number.NaN);
    return value >= 0 && value <= max ? value : undefined;
  };
  const prices = [
    number('minPrice', productQueryLimits.price),
    number('maxPrice', productQueryLimits.price),
  ] as const;
  const swapped = prices[0] !== undefined && prices[1] !== undefined && prices[0] > prices[1];
  const [minPrice, maxPrice] = swapped ? prices.toReversed() : prices;
  const minYear = number('minYear', 9999);
  const storage = number('storage', 4096);
  const model = text('model');
  const country = text('country');
  const place = number('place', productQueryLimits.placeId);
  const isPlace = place !== undefined && place > 0 && Number.isInteger(place);
  const within = isPlace ? distancesKm.find((km) => String(km) === text('within')) : undefined;
  const q = text('q')?.slice(0, productQueryLimits.textLength);
  const sort = one<SortOption>('sort', sortOptions);
  return omitUndefined({
    q,
    brand: one<Category>('brand', categories),
    condition: one<ConditionFilter>('condition', conditionFilters),
    minPrice,
    maxPrice,
    priceLabel: one<ShownPriceLabel>('priceLabel', shownPriceLabels),
    minYear: Number.isInteger(minYear) ? minYear : undefined,
    model: model && /^[a-z0-9-]{1,80}$/.test(model) ? model : undefined,
    storage: storage && Number.isInteger(storage) ? storage : undefined,
    colour: text('colour')?.slice(0, 60),
    country: country && /^[A-Z]{2}$/.test(country) ? country : undefined,
    place: isPlace ? place : undefined,
    within,
    updates: one('updates', ['supported'] as const),
    verified: text('verified') === 'true' || undefined,
    available: text('available') === 'true' || undefined,
    sort:
      sort === defaultSort(q) ||
      (sort === 'relevance' && !q) ||
      (sort === 'distance' && within === undefined)
        ? undefined
        : sort,
  });
}

/** Sort order of a search that does not specify one. */
export const defaultSort = (q: string | undefined): SortOption => (q ? 'relevance' : 'newest');

/** The canonical URL of a search. */
export function searchHref(search: ProductSearch, after?: string): string {
  const params = new URLSearchParams();
  for (const name of searchParamNames) {
    const value = search[name];
    if (value !== undefined && value !== false) params.set(name, String(value));
  }
  if (after) params.set('after', after);
  const query = params.toString();
  return query ? `${searchPath}?${query}` : searchPath;
}

const searchParamNames = [
  'q',
  'brand',
  'model',
  'storage',
  'colour',
  'condition',
  'country',
  'place',
  'within',
  'minPrice',
  'maxPrice',
  'priceLabel',
  'minYear',
  'updates',
  'verified',
  'available',
  'sort',
] as const;

/** Plural for a brand's products: `Samsung phones`, `iPhones`. */
export const brandPhonesLabel = (brand: string): string =>
  brand === 'Iphone' ? 'iPhones' : `${brand} phones`;

/** Drops properties whose value is undefined. */
function omitUndefined<T extends object>(about: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(about).filter(([, value]) => value !== undefined),
  ) as never;
}
