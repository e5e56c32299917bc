import { useEffect } from 'react';
import { useLocation, useRevalidator } from 'react-router';

/** Maximum number of pages in the cache. */
const maxPages = 30;

/** Data of the pages seen in this tab, by path and query. */
const seen = new Map<string, unknown>();
/** Path and query of the page that is shown. */
let shown: string | undefined;
/** Whether the shown page comes from the cache. */
let isStale = false;

/**
 * Loads a page's data. Back and Forward to a page seen before use the data seen then, so that they are
 * immediate on a slow line and work offline; `useSeenPage` then refreshes it. If loading fails,
 * what was seen stays.
 *
 * @param hasFailed whether loaded data reports that it could not be loaded
 */
export async function loadPage<T>(
  url: URL,
  load: () => Promise<T>,
  hasFailed: (data: T) => boolean = () => false,
): Promise<T> {
  const key = url.pathname + url.search;
  const known = seen.get(key) as T | undefined;
  // The router has changed the address bar already on Back and Forward, but not yet for a link.
  const isHistoryNavigation = key === location.pathname + location.search && key !== shown;
  if (known && isHistoryNavigation) {
    isStale = true;
    return known;
  }
  try {
    const data = await load();
    return known && hasFailed(data) ? known : data;
  } catch (error) {
    // A `TypeError` is a network failure; everything else is the server's response.
    if (known && error instanceof TypeError) return known;
    throw error;
  }
}

/** Stores the data of the shown page, and refreshes it if it comes from the cache. */
export function useSeenPage(data: unknown, isComplete = true): void {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const key = pathname + search;
  useEffect(() => {
    shown = key;
    if (isComplete) remember(key, data);
    if (!isStale) return;
    isStale = false;
    if (navigator.onLine) revalidate();
  }, [key, data, isComplete, revalidate]);
}

/** Deletes the data of all pages: some of them belong to the user who has signed out. */
export const forgetPages = (): void => seen.clear();

function remember(key: string, data: unknown): void {
  seen.delete(key);
  seen.set(key, data);
  const oldest = seen.keys().next().value;
  if (seen.size > maxPages && oldest !== undefined) seen.delete(oldest);
}
