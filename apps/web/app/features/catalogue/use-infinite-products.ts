import type { Product } from '@redial/contract';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ProductListPage } from './product-list-page.ts';

interface LoadedPage {
  readonly cursor: string;
  readonly page: ProductListPage & { ok: true };
}

/** What was loaded further, by list and visit, so that going back finds the list as it was left. */
const loadedPagesByVisit = new Map<string, readonly LoadedPage[]>();

/** Visits that are remembered; what was loaded in older ones is asked for again. */
const maxCachedVisits = 30;

export interface InfiniteProducts {
  readonly items: readonly Product[];
  /** Pages loaded beyond the first. */
  readonly extraPages: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
  readonly loading: boolean;
  /** Why the last attempt to load more failed, in words. */
  readonly error: string | undefined;
  /** Loads the next page; resolves to the first product of it. */
  readonly loadMore: () => Promise<Product | undefined>;
  /** Reads anew what was loaded further. */
  readonly refresh: () => Promise<void>;
}

/**
 * A product list that grows: its first page from the loader, further ones from the browser.
 *
 * @param name tells the lists of one page apart
 * @param fetchPage asks for the page behind a cursor
 */
export function useInfiniteProducts(
  name: string,
  first: ProductListPage & { ok: true },
  fetchPage: (cursor: string) => Promise<ProductListPage>,
): InfiniteProducts {
  const visit = `${name} ${useLocation().key}`;
  const [loadedPages, setFurther] = useState(loadedPagesByVisit.get(visit) ?? []);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string>();
  const next = loadedPages.length > 0 ? loadedPages.at(-1)?.page.next : first.next;

  const savePages = (pages: readonly LoadedPage[]) => {
    loadedPagesByVisit.delete(visit);
    loadedPagesByVisit.set(visit, pages);
    const oldest = loadedPagesByVisit.keys().next().value;
    if (loadedPagesByVisit.size > maxCachedVisits && oldest !== undefined)
      loadedPagesByVisit.delete(oldest);
    setFurther(pages);
  };
  return {
    items: unique([...first.items, ...loadedPages.flatMap(({ page }) => page.items)]),
    extraPages: loadedPages.length,
    next,
    loading,
    error,
    async loadMore() {
      if (!next || loading) return undefined;
      setLoading(true);
      const page = await fetchPage(next);
      setLoading(false);
      setError(page.ok ? undefined : page.error.message);
      if (!page.ok) return undefined;
      savePages([...loadedPages, { cursor: next, page }]);
      return page.items[0];
    },
    async refresh() {
      const pages = await Promise.all(
        loadedPages.map(async (old) => {
          const page = await fetchPage(old.cursor);
          return page.ok ? { ...old, page } : old;
        }),
      );
      if (pages.length > 0) savePages(pages);
    },
  };
}

/** A phone posted between two pages may push another onto both: it stays where it was first. */
function unique(products: readonly Product[]): readonly Product[] {
  const seen = new Set<string>();
  return products.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
