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

/** A search near one that finds nothing, which finds something. */
export interface AlternativeSearch {
  readonly label: string;
  readonly href: string;
  readonly count: number;
}

/** What to do where a search finds nothing. */
export interface SearchFallback {
  /** What the words may have meant. */
  readonly corrections: readonly AlternativeSearch[];
  /** The same search, asking for less. */
  readonly relaxed: readonly AlternativeSearch[];
  /** Phones of the nearest of all these, or the newest. */
  readonly products: readonly Product[];
}

/** Phones shown where nothing was found. */
const fallbackProductCount = 6;

type Candidate = AlternativeSearch & { readonly search: ProductSearch };

/**
 * Looks for what is nearest to a search that finds nothing: each filter is taken away alone, then
 * each word, then all filters; and the words are read as the models that they look like.
 */
export async function findSearchFallback(
  call: ApiClient,
  search: ProductSearch,
): Promise<SearchFallback> {
  const [meant, wider] = await Promise.all([
    findCorrections(call, search),
    findRelaxedSearches(call, search),
  ]);
  const nearest = narrowest(wider) ?? meant[0];
  const query = { ...nearest?.search, limit: fallbackProductCount };
  const phones = await call(listProducts, { query });
  const plain = ({ label, href, count }: Candidate): AlternativeSearch => ({ label, href, count });
  return {
    corrections: meant.map(plain),
    relaxed: wider.map(plain),
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
  const tries: Pick<Candidate, 'label' | 'search'>[] = [
    ...active.map(({ filter, label }) => ({
      label: `Without “${label}”`,
      search: removeFilter(search, filter),
    })),
    ...(words.length > 1 ? words : []).map((_, place) => {
      const q = words.filter((_word, other) => other !== place).join(' ');
      return { label: `Only “${q}”`, search: { ...search, q } };
    }),
    ...(active.length > 1 ? [{ label: 'Without any filter', search: clearFilters(search) }] : []),
  ];
  const counted = await Promise.all(
    tries.map(async (one) => ({
      ...one,
      href: searchHref(one.search),
      count: await countProducts(call, one.search),
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

/** The one that finds the fewest phones asks for the most of what was asked for. */
const narrowest = (tries: readonly Candidate[]): Candidate | undefined =>
  tries.toSorted((a, b) => Math.min(a.count, maxExactCount) - Math.min(b.count, maxExactCount))[0];
