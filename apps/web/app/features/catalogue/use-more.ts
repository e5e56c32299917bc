import type { Product } from '@redial/contract';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ProductPage } from './product-pages.ts';

interface Further {
  readonly cursor: string;
  readonly page: ProductPage & { ok: true };
}

/** What was loaded further, by list and visit, so that going back finds the list as it was left. */
const visits = new Map<string, readonly Further[]>();

/** Visits that are remembered; what was loaded in older ones is asked for again. */
const rememberedVisits = 30;

export interface ProductList {
  readonly items: readonly Product[];
  /** Pages loaded beyond the first. */
  readonly further: number;
  /** Cursor of the next page, if there is one. */
  readonly next: string | undefined;
  readonly loading: boolean;
  /** Why the last attempt to load more failed, in words. */
  readonly problem: string | undefined;
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
export function useMore(
  name: string,
  first: ProductPage & { ok: true },
  fetchPage: (cursor: string) => Promise<ProductPage>,
): ProductList {
  const visit = `${name} ${useLocation().key}`;
  const [further, setFurther] = useState(visits.get(visit) ?? []);
  const [loading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const next = further.length > 0 ? further.at(-1)?.page.next : first.next;

  const keep = (pages: readonly Further[]) => {
    visits.delete(visit);
    visits.set(visit, pages);
    const oldest = visits.keys().next().value;
    if (visits.size > rememberedVisits && oldest !== undefined) visits.delete(oldest);
    setFurther(pages);
  };
  return {
    items: unique([...first.items, ...further.flatMap(({ page }) => page.items)]),
    further: further.length,
    next,
    loading,
    problem,
    async loadMore() {
      if (!next || loading) return undefined;
      setLoading(true);
      const page = await fetchPage(next);
      setLoading(false);
      setProblem(page.ok ? undefined : page.problem.message);
      if (!page.ok) return undefined;
      keep([...further, { cursor: next, page }]);
      return page.items[0];
    },
    async refresh() {
      const pages = await Promise.all(
        further.map(async (old) => {
          const page = await fetchPage(old.cursor);
          return page.ok ? { ...old, page } : old;
        }),
      );
      if (pages.length > 0) keep(pages);
    },
  };
}

/** A phone posted between two pages may push another onto both: it stays where it was first. */
function unique(products: readonly Product[]): readonly Product[] {
  const seen = new Set<string>();
  return products.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}
