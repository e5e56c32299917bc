import { type Auth, type AuthOptions, createAuth, googleProvider } from './better-auth.ts';

/** Redial as a client of an OpenID provider. */
export interface GoogleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Milliseconds that the provider has to answer with its discovery document. */
const discoveryTimeout = 8000;

/** The provider could not be reached, so nobody can be sent to it now. */
export class GoogleUnreachable extends Error {
  override readonly name = 'GoogleUnreachable';
}

/**
 * Better Auth with "Sign in with Google". Made at first use, because it reads the provider's
 * discovery document when it is made: the sandbox answers only once the server listens, and Google
 * being down must neither stop the server nor last longer than Google is down.
 *
 * @returns a function that answers it, or throws `GoogleUnreachable`.
 */
export function createGoogle(options: AuthOptions, client: GoogleClient): () => Promise<Auth> {
  let ready: Promise<Auth> | undefined;
  const connect = async () => {
    const auth = createAuth(options, googleProvider(client));
    const timeout = AbortSignal.timeout(discoveryTimeout);
    const expired = new Promise<never>((_resolve, reject) => {
      timeout.addEventListener('abort', () => reject(new GoogleUnreachable()));
    });
    const { socialProviders } = await Promise.race([auth.$context, expired]);
    if (!socialProviders.some(({ id }) => id === 'google')) throw new GoogleUnreachable();
    return auth;
  };
  return () => {
    ready ??= connect().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
}
