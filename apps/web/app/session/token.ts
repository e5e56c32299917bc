/** Where the marketplace token is kept (specification, 3: a product-specific key). */
export const tokenKey = 'redial-token';

/** A token is renewed when it has less than this left, in milliseconds. */
export const renewalMarginMs = 5 * 60 * 1000;

/**
 * When a token ends, in milliseconds since 1970; 0 for what is no JSON Web Token. The signature is
 * the server's business.
 */
export function tokenExpiry(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const exp = (claims as { exp?: unknown } | null)?.exp;
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** What to do with a kept token before using it. */
export function tokenState(token: string, now: number): 'fresh' | 'due' | 'ended' {
  const left = tokenExpiry(token) - now;
  if (left <= 0) return 'ended';
  return left < renewalMarginMs ? 'due' : 'fresh';
}

/** The kept token; nothing where storage is closed to us. */
export function readToken(): string | undefined {
  try {
    return localStorage.getItem(tokenKey) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveToken(token: string): void {
  try {
    localStorage.setItem(tokenKey, token);
  } catch {
    // Without storage the session lasts as long as the page.
  }
}

export function clearToken(): void {
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Nothing was kept.
  }
}
