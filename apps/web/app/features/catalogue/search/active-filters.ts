import { type ConditionFilter, formatPrice, storageText } from '@redial/contract';
import { brandLabel } from '../../../ui/brand-label.ts';
import { priceLabelText } from '../../../ui/price-label-text.ts';
import type { ProductSearch } from './filters.ts';

/** The filters other than the query; `price` and `place` cover two parameters each. */
export type FilterName =
  | 'brand'
  | 'model'
  | 'storage'
  | 'colour'
  | 'condition'
  | 'country'
  | 'place'
  | 'price'
  | 'priceLabel'
  | 'minYear'
  | 'updates'
  | 'verified'
  | 'available';

/** The search without one of its filters; a colour belongs to a model, and a model to a brand. */
export function removeFilter(search: ProductSearch, filter: FilterName): ProductSearch {
  if (filter === 'model') {
    const { model: _1, colour: _2, ...rest } = search;
    return rest;
  }
  if (filter === 'place') {
    const { place: _1, within: _2, sort, ...rest } = search;
    return sort === undefined || sort === 'distance' ? rest : { ...rest, sort };
  }
  const { [filter === 'price' ? 'minPrice' : filter]: _, ...rest } = search;
  if (filter !== 'price') return rest;
  const { maxPrice, ...others } = rest;
  return others;
}

/** The search with its query and sort order only. */
export const clearFilters = ({ q, sort }: ProductSearch): ProductSearch => ({
  ...(q === undefined ? {} : { q }),
  ...(sort === undefined || sort === 'distance' ? {} : { sort }),
});

/** The names of what the filters of a search refer to, as far as they are known. */
export interface FilterNames {
  readonly models?: readonly { readonly slug: string; readonly name: string }[];
  readonly countries?: readonly { readonly code: string; readonly name: string }[];
  readonly place?: { readonly _id: number; readonly label: string } | undefined;
}

/**
 * The active filters, each with the label of its chip.
 *
 * @param names without them, the chips have general words
 */
export function activeFilters(
  search: ProductSearch,
  { models = [], countries = [], place: namedPlace }: FilterNames = {},
): { filter: FilterName; label: string }[] {
  const { brand, condition, minPrice, maxPrice, minYear, verified, available } = search;
  const { model, storage, colour, updates, priceLabel, country, place, within } = search;
  const placeName = namedPlace?._id === place ? namedPlace?.label : undefined;
  const labels: Record<FilterName, string | undefined> = {
    brand: brand && brandLabel(brand),
    model: model && (models.find(({ slug }) => slug === model)?.name ?? model.replaceAll('-', ' ')),
    storage: storage === undefined ? undefined : storageText(storage),
    colour,
    condition: condition && `${conditionLabel(condition)} condition`,
    country: country && (countries.find(({ code }) => code === country)?.name ?? country),
    place: place === undefined ? undefined : placeLabel(placeName ?? 'the chosen place', within),
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

/** `Good`, `Good or better`. */
export const conditionLabel = (condition: ConditionFilter): string =>
  capitalize(condition.replaceAll('-', ' '));

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const placeLabel = (name: string, within: number | undefined): string =>
  within === undefined ? `In ${name}` : `Within ${within} km of ${name}`;

function priceRangeLabel(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined) return `${formatPrice(min)} to ${formatPrice(max)}`;
  if (min !== undefined) return `${formatPrice(min)} or more`;
  return max === undefined ? undefined : `Up to ${formatPrice(max)}`;
}
