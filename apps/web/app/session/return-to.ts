const parameter = 'from';

/**
 * The address of a page for signing in that leads back to where the person was.
 *
 * @param page `/login` or `/signup`
 * @param from path with query, such as `/category-products/Xiaomi?sort=price`
 */
export function withReturnTo(page: '/login' | '/signup', from: string | undefined): string {
  const safe = safeReturnTo(from);
  return safe === '/' ? page : `${page}?${new URLSearchParams({ [parameter]: safe })}`;
}

/** State of a navigation to the sign-in page: says there why one is on it. */
export const sessionEnded = { sessionEnded: true } as const;

/** Whether one is on the sign-in page because the session has ended. */
export const hasSessionEnded = (state: unknown): boolean =>
  (state as Partial<typeof sessionEnded> | null)?.sessionEnded === true;

/** Where to go after signing in, from the query of the sign-in page; `/` by default. */
export function readReturnTo(search: string | URLSearchParams): string {
  return safeReturnTo(new URLSearchParams(search).get(parameter));
}

/**
 * Only a path of our own: anything that a browser could read as another host (`//host`, `/\host`,
 * a scheme) would make sign-in a way to send people elsewhere. The pages for signing in themselves
 * are no place to return to.
 */
function safeReturnTo(from: string | null | undefined): string {
  if (!from?.startsWith('/')) return '/';
  const base = 'https://redial.invalid';
  const url = URL.parse(from, base);
  // Dots are resolved by now: what was `/.//host` begins with two slashes.
  const isSameOrigin = url?.origin === base && !url.pathname.startsWith('//');
  if (!isSameOrigin || /^\/(?:login|signup|reset-password)\/?$/.test(url.pathname)) {
    return '/';
  }
  return url.pathname + url.search + url.hash;
}
