import { publicPages } from '@redial/contract/pages';
import type { PageMatcher } from '@redial/web/handler';

/** Further public pages by path, with the query parameters that their responses depend on. */
const pages: readonly { readonly path: RegExp; readonly parameters: readonly string[] }[] = [
  { path: /^\/category-products\/[A-Za-z]+$/, parameters: ['after'] },
  { path: /^\/products\/[0-9a-f-]{36}$/, parameters: [] },
  { path: /^\/compare$/, parameters: ['ids', 'differences'] },
  { path: /^\/models\/[a-z0-9-]{1,80}$/, parameters: [] },
];

/** Further pages that are the same for everyone, as long as the URL has no query. */
const pagesWithoutQuery = /^\/(?:login|signup|reset-password|dashboard(?:\/[a-z-]+){0,2})$/;

/** The path that is rendered in place of all those without a page. */
const notFoundPath = '/not-found';

/**
 * The URL of a cacheable page without the query parameters that its response does not depend on, so that
 * these can neither fill the cache nor end up in a response that others get. All URLs without a page have
 * the same one.
 *
 * @param url path and query of a request for a page, or for its data (`/search.data?…`)
 * @param hasPage whether there is a page at a path
 * @returns undefined if the page must not be cached.
 */
export function canonicalPageUrl(url: string, hasPage: PageMatcher): string | undefined {
  const [pathname = '', query] = splitOnce(url, '?');
  const isData = pathname.endsWith('.data');
  const pagePath = isData ? pagePathOfData(pathname) : pathname;
  if (!hasPage(pagePath)) return isData ? `${notFoundPath}.data` : notFoundPath;
  const parameters =
    publicPages[pagePath] ?? pages.find(({ path }) => path.test(pagePath))?.parameters;
  if (!parameters) return query === undefined && pagesWithoutQuery.test(pagePath) ? url : undefined;
  if (query === undefined) return url;
  const given = new URLSearchParams(query);
  const canonical = new URLSearchParams();
  // `_routes`: the routes whose data the client lacks.
  for (const name of [...parameters, ...(isData ? ['_routes'] : [])]) {
    const value = given.get(name);
    if (value !== null) canonical.set(name, value);
  }
  return canonical.size > 0 ? `${pathname}?${canonical}` : pathname;
}

/** React Router requests the data of `/search` at `/search.data`, and that of `/` at `/_.data`. */
const pagePathOfData = (pathname: string): string => pathname.replace(/(?:(?<=\/)_)?\.data$/, '');

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
