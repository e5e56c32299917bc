/** localStorage key of the marketplace token (specification, 3: a product-specific key). */
export const tokenKey = 'redial-token';

/** Remaining lifetime in milliseconds below which a token is renewed. */
export const renewalMarginMs = 5 * 60 * 1000;

/**
 * Expiry of a token in Unix milliseconds; 0 if it is not a JSON Web Token. The signature is
 * verified by the server.
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

/** Whether a stored token can be used, should be renewed, or has expired. */
export function tokenState(token: string, now: number): 'fresh' | 'due' | 'ended' {
  const remaining = tokenExpiry(token) - now;
  if (remaining <= 0) return 'ended';
  return remaining < renewalMarginMs ? 'due' : 'fresh';
}

/** The stored token; undefined when storage is not available. */
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
    // Storage is not available: the session lasts until the page is closed.
  }
}

export function clearToken(): void {
  try {
    localStorage.removeItem(tokenKey);
  } catch {
    // Storage is not available: no token was stored.
  }
}
