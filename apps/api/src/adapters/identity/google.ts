import { type Auth, type AuthOptions, createAuth, googleProvider } from './better-auth.ts';

/** Redial as a client of an OpenID provider. */
export interface GoogleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Milliseconds that it may take over a sign-in's step; for tests. */
  readonly timeoutMs?: number;
}

/** Milliseconds that the provider has for its discovery document, and for a step of a sign-in. */
const defaultTimeoutMs = 10_000;

/** The provider could not be reached, so nobody can be signed in by it now. */
export class GoogleUnreachable extends Error {
  override readonly name = 'GoogleUnreachable';
}

/**
 * Does a step of a sign-in with Better Auth.
 *
 * @throws GoogleUnreachable where the provider does not answer, or not in time.
 */
export type WithGoogleAuth = <T>(step: (auth: Auth) => Promise<T>) => Promise<T>;

/**
 * Better Auth with "Sign in with Google". Made at first use, because it reads the provider's
 * discovery document when it is made: the sandbox answers only once the server listens, and Google
 * being down must neither stop the server nor last longer than Google is down. Better Auth itself
 * waits without end; a step that is given up here leads to a session at most whose token nobody has.
 */
export function createGoogleAuth(options: AuthOptions, client: GoogleClient): WithGoogleAuth {
  const { timeoutMs = defaultTimeoutMs } = client;
  let ready: Promise<Auth> | undefined;
  const connect = async () => {
    const auth = createAuth(options, googleProvider(client));
    const { socialProviders } = await withTimeout(auth.$context, timeoutMs);
    if (!socialProviders.some(({ id }) => id === 'google')) {
      throw new GoogleUnreachable('its discovery document is not to be had');
    }
    return auth;
  };
  return async (step) => {
    ready ??= connect().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return withTimeout(step(await ready), timeoutMs);
  };
}

/** @throws GoogleUnreachable after that many milliseconds. */
async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => giveUp.reject(new GoogleUnreachable(`no answer within ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, giveUp.promise]);
  } finally {
    clearTimeout(timer);
    // What fails after it was given up is no news.
    work.catch(() => undefined);
  }
}
