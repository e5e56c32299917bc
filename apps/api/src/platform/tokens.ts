import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../ports/clock.ts';
import type { Settings } from '../settings.ts';
import { deriveKey, verifyingSecrets, verifyWithAny } from './encryption.ts';

/** Lifetime of a marketplace token. */
const tokenLifetimeSeconds = 3600;
/** Tolerated clock difference between replicas. */
const clockToleranceSeconds = 60;
const algorithm = 'HS256';
const audience = 'redial';

/** The identity in a marketplace token. Roles are not part of it: they are read at every request. */
export interface TokenSubject {
  readonly uid: string;
  readonly email: string;
  /** Identity session that the token is bound to; see `Identity.isSessionActive`. */
  readonly sessionId?: string;
  /** When the user last entered a credential, in seconds since 1970. */
  readonly authTime: number;
}

type TokenDeps = {
  readonly settings: Pick<Settings, 'sessionSecret' | 'previousSessionSecrets' | 'publicUrl'>;
  readonly clock: Clock;
};

/** Issues a marketplace token for an identity whose ID token was verified. */
export function issueToken({ settings, clock }: TokenDeps, subject: TokenSubject): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const { email, sessionId, authTime } = subject;
  return new SignJWT({
    email,
    auth_time: authTime,
    ...(sessionId === undefined ? {} : { sid: sessionId }),
  })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(subject.uid)
    .setIssuer(settings.publicUrl)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifetimeSeconds)
    .sign(signingKey(settings));
}

/** @returns the subject of the token, or `undefined` if the token is invalid or expired. */
export const verifyToken = (
  { settings, clock }: TokenDeps,
  token: string,
): Promise<TokenSubject | undefined> =>
  verifyWithAny(verifyingSecrets(settings), (sessionSecret) =>
    verifyTokenBy(signingKey({ sessionSecret }), { settings, clock }, token),
  );

async function verifyTokenBy(
  key: Uint8Array,
  { settings, clock }: TokenDeps,
  token: string,
): Promise<TokenSubject | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer: settings.publicUrl,
      audience,
      clockTolerance: clockToleranceSeconds,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp', 'email', 'auth_time'],
    });
    const { sub, email, sid, auth_time: authTime } = payload;
    if (typeof sub !== 'string' || typeof email !== 'string') return undefined;
    return {
      uid: sub,
      email,
      authTime: Number(authTime),
      ...(typeof sid === 'string' ? { sessionId: sid } : {}),
    };
  } catch {
    return undefined;
  }
}

/**
 * The expiry of a token that was verified, in milliseconds since 1970.
 *
 * @param authorization the `Authorization` header.
 */
export function tokenExpiry(authorization: string | undefined): number {
  const { exp = 0 } = decodeJwt(authorization?.split(' ')[1] ?? '');
  return (exp + clockToleranceSeconds) * 1000;
}

/**
 * A key for these tokens only. The identity provider signs the links that confirm an address with the
 * session secret itself, and takes any token with an address: with one key for both, the own
 * marketplace token would confirm an address that belongs to somebody else.
 */
export const signingKey = ({ sessionSecret }: Pick<Settings, 'sessionSecret'>): Uint8Array =>
  deriveKey(sessionSecret, 'marketplace token');
