import {
  type Call,
  exactCounts,
  listProducts,
  type Product,
  readFacets,
  suggestProducts,
} from '@redial/contract';
import {
  activeFilters,
  cleared,
  type Search,
  searchHref,
  without,
} from '../features/catalogue/search/filters.ts';

/** A search near one that finds nothing, which finds something. */
export interface NearSearch {
  readonly label: string;
  readonly href: string;
  readonly count: number;
}

/** What to do where a search finds nothing. */
export interface Nearest {
  /** What the words may have meant. */
  readonly meant: readonly NearSearch[];
  /** The same search, asking for less. */
  readonly wider: readonly NearSearch[];
  /** Phones of the nearest of all these, or the newest. */
  readonly phones: readonly Product[];
}

/** Phones shown where nothing was found. */
const shown = 6;

type Try = NearSearch & { readonly search: Search };

/**
 * Looks for what is nearest to a search that finds nothing: each filter is taken away alone, then
 * each word, then all filters; and the words are read as the models that they look like.
 */
export async function findNearest(call: Call, search: Search): Promise<Nearest> {
  const [meant, wider] = await Promise.all([readings(call, search), widened(call, search)]);
  const nearest = narrowest(wider) ?? meant[0];
  const query = { ...nearest?.search, limit: shown };
  const phones = await call(listProducts, { query });
  const plain = ({ label, href, count }: Try): NearSearch => ({ label, href, count });
  return {
    meant: meant.map(plain),
    wider: wider.map(plain),
    phones: phones.ok ? phones.value : [],
  };
}

async function readings(call: Call, { q }: Search): Promise<Try[]> {
  if (!q) return [];
  const suggested = await call(suggestProducts, { query: { q } });
  if (!suggested.ok) return [];
  return suggested.value
    .filter(({ kind, text }) => kind !== 'phone' && text.toLowerCase() !== q.toLowerCase())
    .slice(0, 3)
    .map(({ kind, text, count }) => {
      const search: Search = kind === 'brand' ? { brand: text as never } : { q: text };
      return { label: text, search, href: searchHref(search), count };
    });
}

async function widened(call: Call, search: Search): Promise<Try[]> {
  const active = activeFilters(search);
  const words = search.q?.split(/\s+/).slice(0, 6) ?? [];
  const tries: Pick<Try, 'label' | 'search'>[] = [
    ...active.map(({ filter, label }) => ({
      label: `Without “${label}”`,
      search: without(search, filter),
    })),
    ...(words.length > 1 ? words : []).map((_, place) => {
      const q = words.filter((_word, other) => other !== place).join(' ');
      return { label: `Only “${q}”`, search: { ...search, q } };
    }),
    ...(active.length > 1 ? [{ label: 'Without any filter', search: cleared(search) }] : []),
  ];
  const counted = await Promise.all(
    tries.map(async (one) => ({
      ...one,
      href: searchHref(one.search),
      count: await countOf(call, one.search),
    })),
  );
  return counted.filter(({ count }) => count > 0);
}

async function countOf(call: Call, { sort: _, ...query }: Search): Promise<number> {
  const facets = await call(readFacets, { query });
  return facets.ok ? facets.value.total : 0;
}

/** The one that finds the fewest phones asks for the most of what was asked for. */
const narrowest = (tries: readonly Try[]): Try | undefined =>
  tries.toSorted((a, b) => Math.min(a.count, exactCounts) - Math.min(b.count, exactCounts))[0];
