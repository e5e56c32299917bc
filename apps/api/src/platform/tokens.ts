import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../ports/clock.ts';
import type { Settings } from '../settings.ts';

/** Seconds that a marketplace token lives. */
const tokenLifetimeSeconds = 3600;
/** Seconds by which the clocks of two replicas may differ. */
const clockToleranceSeconds = 60;
const algorithm = 'HS256';
const audience = 'redial';

/** Whom a marketplace token names. Roles are not in it: they are looked up at every request. */
export interface TokenSubject {
  readonly uid: string;
  readonly email: string;
}

type TokenDeps = {
  readonly settings: Pick<Settings, 'sessionSecret' | 'publicUrl'>;
  readonly clock: Clock;
};

/** Signs a marketplace token for a person whose ID token was verified. */
export function issueToken({ settings, clock }: TokenDeps, holder: TokenSubject): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ email: holder.email })
    .setProtectedHeader({ alg: algorithm })
    .setSubject(holder.uid)
    .setIssuer(settings.publicUrl)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifetimeSeconds)
    .sign(signingKey(settings));
}

/** @returns whom the token names, or `undefined` where it is not ours or has run out. */
export async function verifyToken(
  { settings, clock }: TokenDeps,
  token: string,
): Promise<TokenSubject | undefined> {
  try {
    const { payload } = await jwtVerify(token, signingKey(settings), {
      algorithms: [algorithm],
      issuer: settings.publicUrl,
      audience,
      clockTolerance: clockToleranceSeconds,
      currentDate: clock.now(),
      requiredClaims: ['sub', 'exp', 'email'],
    });
    const { sub, email } = payload;
    return typeof sub === 'string' && typeof email === 'string' ? { uid: sub, email } : undefined;
  } catch {
    return undefined;
  }
}

const signingKey = ({ sessionSecret }: Pick<Settings, 'sessionSecret'>) =>
  new TextEncoder().encode(sessionSecret);
