import { type Auth, type AuthOptions, createAuth, googleProvider } from './better-auth.ts';

/** Redial's client registration at an OpenID provider. */
export interface GoogleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Timeout of each step of a sign-in, in milliseconds; for tests. */
  readonly timeoutMs?: number;
}

/** Timeout for the discovery document and for each step of a sign-in, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** The provider cannot be reached, so Google sign-in is unavailable. */
export class GoogleUnreachable extends Error {
  override readonly name = 'GoogleUnreachable';
}

/**
 * Runs one step of a sign-in with Better Auth.
 *
 * @throws GoogleUnreachable if the provider does not respond in time.
 */
export type WithGoogleAuth = <T>(step: (auth: Auth) => Promise<T>) => Promise<T>;

/**
 * Better Auth with "Sign in with Google". Created on first use because it fetches the provider's
 * discovery document on creation: the sandbox only responds once the server listens, and a Google
 * outage must neither prevent the start nor outlast the outage. Better Auth itself has no timeout;
 * a step that times out here can at most leave behind a session whose token nobody received.
 */
export function createGoogleAuth(options: AuthOptions, client: GoogleClient): WithGoogleAuth {
  const { timeoutMs = defaultTimeoutMs } = client;
  let ready: Promise<Auth> | undefined;
  const connect = async () => {
    const auth = createAuth(options, googleProvider(client));
    const { socialProviders } = await withTimeout(auth.$context, timeoutMs);
    if (!socialProviders.some(({ id }) => id === 'google')) {
      throw new GoogleUnreachable('its discovery document is unavailable');
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

/** @throws GoogleUnreachable after the timeout. */
async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new GoogleUnreachable(`no response within ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
    // Errors after the timeout are ignored.
    work.catch(() => undefined);
  }
}
