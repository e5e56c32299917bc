import type { Auth } from './better-auth.ts';
import { resign, type Secrets } from './previous-secrets.ts';

/*
 * The first of two steps of a sign-in ends with a challenge instead of a session: proof that the password, or
 * Google, was right, which is presented with the code. Better Auth keeps it in a cookie; the web app uses no
 * cookies, so it gets the value.
 */

/** An identifier, and its signature in Base64. */
const pattern = /^[\w-]{20,60}\.(?:\w|%2B|%2F|%3D){20,100}$/;

/** A challenge as a client sent it; undefined if it cannot be one. */
export const parseChallenge = (value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** Better Auth's cookies with challenges: of the second step of a sign-in, and for passkeys. */
export type ChallengeCookie = 'two_factor' | 'passkey';

const cookieName = async (auth: Auth, cookie: ChallengeCookie): Promise<string> =>
  (await auth.$context).createAuthCookie(cookie).name;

/** The challenge with which Better Auth answered; undefined if it began a session, or refused. */
export async function readChallenge(
  auth: Auth,
  response: Response,
  cookie: ChallengeCookie = 'two_factor',
): Promise<string | undefined> {
  const prefix = `${await cookieName(auth, cookie)}=`;
  const sent = response.headers.getSetCookie().findLast((one) => one.startsWith(prefix));
  return parseChallenge(sent?.slice(prefix.length).split(';')[0]);
}

/**
 * The cookie header with which Better Auth accepts what answers a challenge, also of a sign-in that was begun
 * before a change of the secret.
 */
export const toChallengeCookie = async (
  { auth, secrets }: { readonly auth: Auth; readonly secrets: Secrets },
  challenge: string,
  cookie: ChallengeCookie = 'two_factor',
): Promise<string> =>
  `${await cookieName(auth, cookie)}=${resign(secrets, challenge) ?? challenge}`;

/**
 * The account of a challenge; undefined once it has been used or has expired. Its signature is checked with
 * the code.
 */
export async function findChallengedUid(
  auth: Auth,
  challenge: string,
): Promise<string | undefined> {
  const [identifier = ''] = challenge.split('.');
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(identifier);
  return found && found.expiresAt > new Date() ? found.value : undefined;
}
