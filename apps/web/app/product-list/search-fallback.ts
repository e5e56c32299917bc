import {
  type ApiClient,
  getFacets,
  listProducts,
  maxExactCount,
  type Product,
  suggestProducts,
} from '@redial/contract';
import {
  activeFilters,
  clearFilters,
  type ProductSearch,
  removeFilter,
  searchHref,
} from '../features/catalogue/search/filters.ts';

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
 * all filters, and with the query replaced by similar model names.
 */
export async function findSearchFallback(
  call: ApiClient,
  search: ProductSearch,
): Promise<SearchFallback> {
  const [corrections, relaxed] = await Promise.all([
    findCorrections(call, search),
    findRelaxedSearches(call, search),
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

async function findRelaxedSearches(call: ApiClient, search: ProductSearch): Promise<Candidate[]> {
  const active = activeFilters(search);
  const words = search.q?.split(/\s+/).slice(0, 6) ?? [];
  const candidates: Pick<Candidate, 'label' | 'search'>[] = [
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
