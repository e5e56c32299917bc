import { importPKCS8, SignJWT } from 'jose';

/** A service account of Google's, as its key file names it. */
export interface ServiceAccount {
  readonly email: string;
  /** PKCS #8, in PEM. */
  readonly privateKey: string;
}

/** Seconds before its end in which an access token is not used any more. */
const expiryMarginSeconds = 60;
const scope = 'https://www.googleapis.com/auth/identitytoolkit';

/**
 * Access tokens of a service account (RFC 7523: a token of our own making, signed with the account's
 * key, is exchanged for one of Google's). One is kept as long as it lives.
 *
 * @returns a function that answers a token, or throws where none is to be had.
 */
export function createAccessTokenSource(
  { email, privateKey }: ServiceAccount,
  { tokens, timeoutMs }: { tokens: string; timeoutMs: number },
): () => Promise<string> {
  let kept: { readonly token: string; readonly until: number } | undefined;
  return async () => {
    if (kept && kept.until > Date.now()) return kept.token;
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
    const answer = (await response.json()) as { access_token?: unknown; expires_in?: unknown };
    const { access_token: token, expires_in: seconds } = answer;
    if (!response.ok || typeof token !== 'string' || typeof seconds !== 'number') {
      throw new Error(`Google gives the service account no token: ${response.status}`);
    }
    kept = { token, until: Date.now() + (seconds - expiryMarginSeconds) * 1000 };
    return token;
  };
}
