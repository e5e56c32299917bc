import { createHmac, timingSafeEqual } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import type { Database } from '../../db/client.ts';
import { identityTwoFactors } from '../../db/schema/identity.ts';
import { verifyWithAny } from '../../platform/encryption.ts';

/** The secret that signs and encrypts, and earlier ones. */
export interface Secrets {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
}

/**
 * Signs again what an earlier secret has signed in a request: session and other cookies, and session tokens
 * with a signature. Better Auth verifies with one secret only. Where it renews a cookie, which it does
 * daily for that of a session, the client gets one by the current secret.
 */
export function resignRequest(secrets: Secrets, { headers }: FastifyRequest): void {
  if (secrets.previousSecrets.length === 0) return;
  const { cookie, authorization } = headers;
  if (cookie) {
    headers.cookie = cookie
      .split('; ')
      .map((pair) => {
        const at = pair.indexOf('=') + 1;
        const resigned = at > 0 ? resign(secrets, pair.slice(at)) : undefined;
        return resigned ? pair.slice(0, at) + resigned : pair;
      })
      .join('; ');
  }
  const [scheme = '', token = ''] = authorization?.split(' ') ?? [];
  const resigned = scheme.toLowerCase() === 'bearer' ? resign(secrets, token) : undefined;
  if (resigned) headers.authorization = `${scheme} ${resigned}`;
}

/**
 * Signs a value again that an earlier secret has signed.
 *
 * @param encoded `value.signature`, percent-encoded.
 * @returns the same with a signature by the current secret; `undefined` if no earlier secret signed it.
 */
export function resign({ secret, previousSecrets }: Secrets, encoded: string): string | undefined {
  const signed = decode(encoded);
  const dot = signed.lastIndexOf('.');
  if (dot < 1) return undefined;
  const value = signed.slice(0, dot);
  const signature = Buffer.from(signed.slice(dot + 1), 'base64');
  const sign = (key: string) => createHmac('sha256', key).update(value).digest();
  const isOld = previousSecrets.some((key) => {
    const expected = sign(key);
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
  return isOld ? encodeURIComponent(`${value}.${sign(secret).toString('base64')}`) : undefined;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/**
 * The token of a mailed link that verifies an address, signed again if an earlier secret has signed it;
 * otherwise as it is.
 */
export async function resignVerification(
  { secret, previousSecrets }: Secrets,
  token: string,
): Promise<string> {
  const encode = (key: string) => new TextEncoder().encode(key);
  const payload = await verifyWithAny(previousSecrets, (key) =>
    jwtVerify(token, encode(key), { algorithms: ['HS256'] }).then(
      (verified) => verified.payload,
      () => undefined,
    ),
  );
  if (!payload) return token;
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(encode(secret));
}

/** Decrypts what this or an earlier secret has encrypted; `undefined` if another one has. */
export const decryptWithAny = (
  { secret, previousSecrets }: Secrets,
  data: string,
): Promise<string | undefined> =>
  verifyWithAny([secret, ...previousSecrets], (key) =>
    symmetricDecrypt({ key, data }).catch(() => undefined),
  );

/**
 * Encrypts the secrets of authenticator apps with the current secret, so that they outlive the removal of
 * the earlier ones. Safe to repeat, and while they are used.
 *
 * @param where which rows; all by default.
 */
export async function reencryptTwoFactorSecrets(
  db: Database,
  secrets: Secrets,
  where?: SQL,
): Promise<void> {
  if (secrets.previousSecrets.length === 0) return;
  const { id, secret } = identityTwoFactors;
  for (const row of await db.select({ id, secret }).from(identityTwoFactors).where(where)) {
    const isCurrent = await decryptWithAny({ ...secrets, previousSecrets: [] }, row.secret);
    const text = isCurrent ? undefined : await decryptWithAny(secrets, row.secret);
    if (text === undefined) continue;
    await db
      .update(identityTwoFactors)
      .set({ secret: await symmetricEncrypt({ key: secrets.secret, data: text }) })
      .where(and(eq(id, row.id), eq(secret, row.secret)));
  }
}
