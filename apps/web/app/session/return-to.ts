const parameter = 'from';

/**
 * URL of a sign-in page with the return URL as a parameter.
 *
 * @param page `/login` or `/signup`
 * @param from path with query, such as `/category-products/Xiaomi?sort=price`
 */
export function withReturnTo(page: '/login' | '/signup', from: string | undefined): string {
  const safe = safeReturnTo(from);
  return safe === '/' ? page : `${page}?${new URLSearchParams({ [parameter]: safe })}`;
}

/** Navigation state for the sign-in page when the session has ended. */
export const sessionEnded = { sessionEnded: true } as const;

/** Whether the user was redirected to the sign-in page because the session ended. */
export const hasSessionEnded = (state: unknown): boolean =>
  (state as Partial<typeof sessionEnded> | null)?.sessionEnded === true;

/** The return URL after signing in, from the query of the sign-in page; `/` by default. */
export function readReturnTo(search: string | URLSearchParams): string {
  return safeReturnTo(new URLSearchParams(search).get(parameter));
}

/**
 * Accepts same-origin paths only. Anything that a browser could resolve to another host (`//host`,
 * `/\\host`, a scheme) would be an open redirect. The sign-in pages themselves are excluded.
 */
function safeReturnTo(from: string | null | undefined): string {
  if (!from?.startsWith('/')) return '/';
  const base = 'https://redial.invalid';
  const url = URL.parse(from, base);
  // Dot segments are already resolved: `/.//host` now starts with two slashes.
  const isSameOrigin = url?.origin === base && !url.pathname.startsWith('//');
  if (!isSameOrigin || /^\/(?:login|signup|reset-password)\/?$/.test(url.pathname)) {
    return '/';
  }
  return url.pathname + url.search + url.hash;
}
