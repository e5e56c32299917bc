import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { type Identity, IdentityUnavailable } from '../../ports/identity.ts';
import { createFirebaseAccounts, type FirebaseAccounts } from './firebase-accounts.ts';
import type { FirebaseHosts, FirebaseProject } from './firebase-project.ts';
import { createIdTokenVerifier, createUnsignedTokenReader } from './id-token.ts';

const google: FirebaseHosts = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  accounts: 'https://identitytoolkit.googleapis.com',
  tokens: 'https://oauth2.googleapis.com/token',
};

export interface FirebaseIdentity extends FirebaseAccounts {
  readonly identity: Identity;
}

/**
 * Firebase Authentication: browsers sign in at Firebase and present ID tokens, which are verified
 * with Google's published keys. The keys are cached for ten minutes, and fetched again when a token
 * names an unknown key (at most every thirty seconds).
 *
 * @param options.publicUrl sent as the referrer, for API keys that are restricted to our site.
 * @param options.keyCooldownMs minimum time between two fetches of the keys because of an unknown
 *   key.
 * @param options.timeout milliseconds for each request.
 */
export function createFirebaseIdentity(
  options: FirebaseProject & {
    publicUrl: string;
    log: { warn(line: string): void };
    hosts?: FirebaseHosts;
    keyCooldownMs?: number;
    timeoutMs?: number;
    now?: () => Date;
  },
): FirebaseIdentity {
  const {
    projectId,
    apiKey,
    authDomain,
    emulator,
    hosts = google,
    timeoutMs = 5000,
    now,
  } = options;
  const accounts = createFirebaseAccounts({
    ...options,
    timeoutMs,
    hosts: emulator
      ? { ...hosts, accounts: `http://${emulator}/identitytoolkit.googleapis.com` }
      : hosts,
  });
  const about = {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    ...(now ? { now } : {}),
  };
  const keys = createRemoteJWKSet(new URL(hosts.keys), {
    timeoutDuration: timeoutMs,
    ...(options.keyCooldownMs === undefined ? {} : { cooldownDuration: options.keyCooldownMs }),
  });
  return {
    ...accounts,
    identity: {
      clientConfig: {
        provider: 'firebase',
        google: true,
        projectId,
        apiKey,
        authDomain,
        ...(emulator ? { emulator } : {}),
      },
      // Firebase keeps no sessions on a server that could be asked at every request.
      isSessionActive: async () => true,
      verifyIdToken: emulator
        ? createUnsignedTokenReader(about)
        : throwUnavailable(createIdTokenVerifier({ keys: keys as JWTVerifyGetKey, ...about })),
      deleteAccount: accounts.deleteAccount,
    },
  };
}

/** Reports keys that cannot be fetched as an outage rather than as an invalid token. */
function throwUnavailable<T>(verify: (token: string) => Promise<T>): (token: string) => Promise<T> {
  return async (token) => {
    try {
      return await verify(token);
    } catch (cause) {
      throw new IdentityUnavailable("Firebase's keys cannot be fetched", { cause });
    }
  };
}
