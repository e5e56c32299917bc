import { activeFilters, type ProductSearch } from './filters.ts';

/** A search in words: `iphone 13, Up to $400, Good or better condition`. */
export function describeSearch(search: ProductSearch): string {
  const filters = activeFilters(search).map(({ label }) => label);
  return [...(search.q ? [search.q] : []), ...filters].join(', ') || 'All phones';
}
