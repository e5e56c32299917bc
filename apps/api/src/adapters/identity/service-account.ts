import { importPKCS8, SignJWT } from 'jose';

/** A Google service account, as described by its key file. */
export interface ServiceAccount {
  readonly email: string;
  /** PKCS #8, in PEM. */
  readonly privateKey: string;
}

/** Access tokens are renewed this many seconds before they expire. */
const expiryMarginSeconds = 60;
const scope = 'https://www.googleapis.com/auth/identitytoolkit';

/**
 * Access tokens of a service account (RFC 7523: a JWT signed with the account's key is exchanged
 * for an access token). A token is cached until it expires.
 *
 * @returns a function that returns a token, or throws if none can be obtained.
 */
export function createAccessTokenSource(
  { email, privateKey }: ServiceAccount,
  { tokens, timeoutMs }: { tokens: string; timeoutMs: number },
): () => Promise<string> {
  let cached: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    if (cached && cached.until > Date.now()) return cached.token;
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(tokens)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(privateKey, 'RS256'));
    const response = await fetch(tokens, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = (await response.json()) as { access_token?: unknown; expires_in?: unknown };
    const { access_token: token, expires_in: seconds } = body;
    if (!response.ok || typeof token !== 'string' || typeof seconds !== 'number') {
      throw new Error(`Google issues no token for the service account: ${response.status}`);
    }
    cached = { token, until: Date.now() + (seconds - expiryMarginSeconds) * 1000 };
    return token;
  };
}
