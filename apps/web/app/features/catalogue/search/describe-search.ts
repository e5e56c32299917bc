import { activeFilters, type FilterNames } from './active-filters.ts';
import type { ProductSearch } from './filters.ts';

/** A search in words: `iphone 13, Up to $400, Good or better condition`. */
export function describeSearch(search: ProductSearch, names?: FilterNames): string {
  const filters = activeFilters(search, names).map(({ label }) => label);
  return [...(search.q ? [search.q] : []), ...filters].join(', ') || 'All phones';
}
