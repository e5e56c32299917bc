import {
  type Category,
  type ConditionFilter,
  categories,
  conditionFilters,
  type FacetQuery,
  formatPrice,
  productQueryLimits,
  type ShownPriceLabel,
  type SortOption,
  shownPriceLabels,
  sortOptions,
  storageText,
} from '@redial/contract';
import { brandLabel } from '../../../ui/brand-label.ts';
import { priceLabelText } from '../../../ui/price-label-text.ts';

/** A search as represented in the URL: query, filters and sort order. */
export interface ProductSearch extends FacetQuery {
  readonly sort?: SortOption;
}

/** The filters other than the query; `price` covers two parameters. */
export type FilterName =
  | 'brand'
  | 'model'
  | 'storage'
  | 'colour'
  | 'condition'
  | 'price'
  | 'priceLabel'
  | 'minYear'
  | 'updates'
  | 'verified'
  | 'available';

/** Path of the search page. */
export const searchPath = '/search';

/**
 * Parses a search from URL parameters. Invalid values are ignored, so that an edited or truncated
 * URL still shows products. Reversed price bounds are swapped.
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
    updates: one('updates', ['supported'] as const),
    verified: text('verified') === 'true' || undefined,
    available: text('available') === 'true' || undefined,
    sort: sort === defaultSort(q) || (sort === 'relevance' && !q) ? undefined : sort,
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
  'minPrice',
  'maxPrice',
  'priceLabel',
  'minYear',
  'updates',
  'verified',
  'available',
  'sort',
] as const;

/** The search without one of its filters; a colour belongs to a model, and a model to a brand. */
export function removeFilter(search: ProductSearch, filter: FilterName): ProductSearch {
  if (filter === 'model') {
    const { model: _1, colour: _2, ...rest } = search;
    return rest;
  }
  const { [filter === 'price' ? 'minPrice' : filter]: _, ...rest } = search;
  if (filter !== 'price') return rest;
  const { maxPrice, ...others } = rest;
  return others;
}

/** The search with its query and sort order only. */
export const clearFilters = ({ q, sort }: ProductSearch): ProductSearch =>
  omitUndefined({ q, sort });

/**
 * The active filters, each with the label of its chip.
 *
 * @param models names of models by their slugs
 */
export function activeFilters(
  search: ProductSearch,
  models: readonly { readonly slug: string; readonly name: string }[] = [],
): { filter: FilterName; label: string }[] {
  const { brand, condition, minPrice, maxPrice, minYear, verified, available } = search;
  const { model, storage, colour, updates, priceLabel } = search;
  const labels: Record<FilterName, string | undefined> = {
    brand: brand && brandLabel(brand),
    model: model && (models.find(({ slug }) => slug === model)?.name ?? model.replaceAll('-', ' ')),
    storage: storage === undefined ? undefined : storageText(storage),
    colour,
    condition: condition && `${conditionLabel(condition)} condition`,
    price: priceRangeLabel(minPrice, maxPrice),
    priceLabel: priceLabel && priceLabelText[priceLabel],
    minYear: minYear === undefined ? undefined : `Bought in ${minYear} or later`,
    updates: updates && 'Gets security updates',
    verified: verified ? 'Verified sellers' : undefined,
    available: available ? 'Available only' : undefined,
  };
  return (Object.entries(labels) as [FilterName, string | undefined][]).flatMap(
    ([filter, label]) => (label === undefined ? [] : [{ filter, label }]),
  );
}

/** Plural for a brand's products: `Samsung phones`, `iPhones`. */
export const brandPhonesLabel = (brand: string): string =>
  brand === 'Iphone' ? 'iPhones' : `${brand} phones`;

/** `Good`, `Good or better`. */
export const conditionLabel = (condition: ConditionFilter): string =>
  capitalize(condition.replaceAll('-', ' '));

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function priceRangeLabel(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${formatPrice(min)} to ${formatPrice(max)}`;
  if (min !== undefined) return `${formatPrice(min)} or more`;
  return max === undefined ? undefined : `Up to ${formatPrice(max)}`;
}

/** Drops properties whose value is undefined. */
function omitUndefined<T extends object>(about: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(about).filter(([, value]) => value !== undefined),
  ) as never;
}
