import { useEffect } from 'react';
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
  useRevalidator,
} from 'react-router';

/** Data of the routes of a page, by route id. */
type PageData = Record<string, DataStrategyResult>;

/** Maximum number of pages in the cache. */
const maxPages = 30;

/** The pages seen in this tab, by path and query. */
const seen = new Map<string, PageData>();
/** Path and query of the page that is shown. */
let shown: string | undefined;
/** Its fragment, which names its open dialog. */
let shownHash = '';
/** Whether the shown page comes from the cache. */
let isStale = false;

/**
 * Client middleware: Back and Forward to a page seen before show what was seen then, at once and also
 * offline; `useSeenPages` then refreshes it. So does the end of a dialog with a history entry, which
 * would otherwise stay open until the page is loaded again. If loading fails for want of a connection,
 * what was seen stays.
 */
export const recallPages: MiddlewareFunction<PageData> = async ({ url }, next) => {
  const key = url.pathname + url.search;
  const known = seen.get(key);
  // The router has changed the address bar already on Back and Forward, but not yet for a link.
  const isTraversal = key === location.pathname + location.search;
  if (known && isTraversal && (key !== shown || location.hash !== shownHash)) {
    isStale = true;
    return known;
  }
  const results = await next();
  const isOffline = Object.values(results).some(({ result }) => result instanceof TypeError);
  return known && isOffline ? known : results;
};

/** Stores the data of the page that is shown, and refreshes it if it comes from the cache. */
export function useSeenPages(): void {
  const { pathname, search, hash } = useLocation();
  const matches = useMatches();
  const { revalidate } = useRevalidator();
  const key = pathname + search;
  useEffect(() => {
    shown = key;
    shownHash = hash;
    remember(
      key,
      Object.fromEntries(
        matches
          .filter(({ loaderData }) => loaderData !== undefined)
          .map(({ id, loaderData }) => [id, { type: 'data', result: loaderData }]),
      ),
    );
    if (!isStale) return;
    isStale = false;
    if (navigator.onLine) revalidate();
  }, [key, hash, matches, revalidate]);
}

/** Deletes the data of all pages: some of it belongs to the user who has signed out. */
export const forgetPages = (): void => seen.clear();

function remember(key: string, data: PageData): void {
  seen.delete(key);
  seen.set(key, data);
  const oldest = seen.keys().next().value;
  if (seen.size > maxPages && oldest !== undefined) seen.delete(oldest);
}
