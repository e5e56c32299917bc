import {
  type ApiClient,
  distancesKm,
  getFacets,
  listProducts,
  maxExactCount,
  type Product,
  suggestProducts,
} from '@redial/contract';
import {
  activeFilters,
  clearFilters,
  type FilterNames,
  removeFilter,
} from '../features/catalogue/search/active-filters.ts';
import { type ProductSearch, searchHref } from '../features/catalogue/search/filters.ts';

/** An alternative search with results. */
export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
  readonly count: number;
}

/** Suggestions for a search without results. */
export interface SearchFallback {
  /** Likely corrections of the query. */
  readonly corrections: readonly AlternativeSearch[];
  /** The same search with fewer restrictions. */
  readonly relaxed: readonly AlternativeSearch[];
  /** Products of the closest alternative, or the newest ones. */
  readonly products: readonly Product[];
}

/** Number of products shown when a search has no results. */
const fallbackProductCount = 6;

type Candidate = AlternativeSearch & { readonly search: ProductSearch };

/**
 * Finds alternatives to a search without results: without each filter, without each word, without
 * all filters, within a larger distance, and with the query replaced by similar model names.
 *
 * @param names of what the filters refer to
 */
export async function findSearchFallback(
  call: ApiClient,
  search: ProductSearch,
  names?: FilterNames,
): Promise<SearchFallback> {
  const [corrections, relaxed] = await Promise.all([
    findCorrections(call, search),
    findRelaxedSearches(call, search, names),
  ]);
  const closest = mostSpecific(relaxed) ?? corrections[0];
  const query = { ...closest?.search, limit: fallbackProductCount };
  const phones = await call(listProducts, { query });
  const toAlternative = ({ label, href, count }: Candidate): AlternativeSearch => ({
    label,
    href,
    count,
  });
  return {
    corrections: corrections.map(toAlternative),
    relaxed: relaxed.map(toAlternative),
    products: phones.ok ? phones.value : [],
  };
}

async function findCorrections(call: ApiClient, { q }: ProductSearch): Promise<Candidate[]> {
  if (!q) return [];
  const suggested = await call(suggestProducts, { query: { q } });
  if (!suggested.ok) return [];
  return suggested.value
    .filter(({ kind, text }) => kind !== 'phone' && text.toLowerCase() !== q.toLowerCase())
    .slice(0, 3)
    .map(({ kind, text, count }) => {
      const search: ProductSearch = kind === 'brand' ? { brand: text as never } : { q: text };
      return { label: text, search, href: searchHref(search), count };
    });
}

async function findRelaxedSearches(
  call: ApiClient,
  search: ProductSearch,
  names: FilterNames | undefined,
): Promise<Candidate[]> {
  const active = activeFilters(search, names);
  const words = search.q?.split(/\s+/).slice(0, 6) ?? [];
  const candidates: Pick<Candidate, 'label' | 'search'>[] = [
    ...widerSearches(search),
    ...active.map(({ filter, label }) => ({
      label: `Without “${label}”`,
      search: removeFilter(search, filter),
    })),
    ...(words.length > 1 ? words : []).map((_, index) => {
      const q = words.filter((_word, otherIndex) => otherIndex !== index).join(' ');
      return { label: `Only “${q}”`, search: { ...search, q } };
    }),
    ...(active.length > 1 ? [{ label: 'Without any filter', search: clearFilters(search) }] : []),
  ];
  const counted = await Promise.all(
    candidates.map(async (candidate) => ({
      ...candidate,
      href: searchHref(candidate.search),
      count: await countProducts(call, candidate.search),
    })),
  );
  return counted.filter(({ count }) => count > 0);
}

/** The same search around its place, within the distances that are larger than its own. */
function widerSearches(search: ProductSearch): Pick<Candidate, 'label' | 'search'>[] {
  const { place, within = 0 } = search;
  if (place === undefined) return [];
  return distancesKm
    .filter((km) => km > within)
    .map((km) => ({ label: `Within ${km} km`, search: { ...search, within: km } }));
}

async function countProducts(
  call: ApiClient,
  { sort: _, ...query }: ProductSearch,
): Promise<number> {
  const facets = await call(getFacets, { query });
  return facets.ok ? facets.value.total : 0;
}

/** The alternative with the fewest results keeps most of the original restrictions. */
const mostSpecific = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.toSorted(
    (a, b) => Math.min(a.count, maxExactCount) - Math.min(b.count, maxExactCount),
  )[0];
