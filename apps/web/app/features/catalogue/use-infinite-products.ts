import type { Product } from '@redial/contract';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { visitKey } from '../../ui/use-history-dialog.ts';
import type { ProductListPage } from './product-list-page.ts';

interface LoadedPage {
  readonly cursor: string;
  readonly page: ProductListPage & { ok: true };
}

/** Pages loaded so far, by list and history entry, so that Back restores the list. */
const loadedPagesByVisit = new Map<string, readonly LoadedPage[]>();

/** Maximum number of history entries in the cache. */
const maxCachedVisits = 30;

export interface InfiniteProducts {
  readonly items: readonly Product[];
  /** Pages loaded beyond the first. */
  readonly extraPages: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
  readonly loading: boolean;
  /** Message of the last failed request. */
  readonly error: string | undefined;
  /** Loads the next page; resolves to its first product. */
  readonly loadMore: () => Promise<Product | undefined>;
  /** Refetches the pages beyond the first. */
  readonly refresh: () => Promise<void>;
}

/**
 * A product list that grows: the first page comes from the loader, further pages are fetched by the
 * browser.
 *
 * @param name distinguishes the lists of one page
 * @param fetchPage fetches the page behind a cursor
 */
export function useInfiniteProducts(
  name: string,
  first: ProductListPage & { ok: true },
  fetchPage: (cursor: string) => Promise<ProductListPage>,
): InfiniteProducts {
  const visit = `${name} ${visitKey(useLocation())}`;
  const [loadedPages, setLoadedPages] = useState(loadedPagesByVisit.get(visit) ?? []);
  const [loading, setLoading] = useState(false);
  const [error, setError] = useState<string>();
  const next = loadedPages.length > 0 ? loadedPages.at(-1)?.page.next : first.next;

  const savePages = (pages: readonly LoadedPage[]) => {
    loadedPagesByVisit.delete(visit);
    loadedPagesByVisit.set(visit, pages);
    const oldest = loadedPagesByVisit.keys().next().value;
    if (loadedPagesByVisit.size > maxCachedVisits && oldest !== undefined)
      loadedPagesByVisit.delete(oldest);
    setLoadedPages(pages);
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

/** Removes duplicates: a product posted between two requests shifts others onto the next page. */
function unique(products: readonly Product[]): readonly Product[] {
  const seen = new Set<string>();
  return products.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
