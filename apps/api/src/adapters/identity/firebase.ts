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
 * Firebase Authentication: browsers sign in there, and bring ID tokens, which are checked against the
 * keys that Google publishes. These are kept for ten minutes, and read again when a token names
 * another one (at most every thirty seconds).
 *
 * @param options.publicUrl told to Google as the caller, for keys that only our pages may use.
 * @param options.keyCooldown milliseconds for which an unknown key has the keys not read again.
 * @param options.timeout milliseconds for each call.
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
      verifyIdToken: emulator
        ? createUnsignedTokenReader(about)
        : throwUnavailable(createIdTokenVerifier({ keys: keys as JWTVerifyGetKey, ...about })),
      deleteAccount: accounts.deleteAccount,
    },
  };
}

/** What keeps a token from being checked is not the token's fault. */
function throwUnavailable<T>(verify: (token: string) => Promise<T>): (token: string) => Promise<T> {
  return async (token) => {
    try {
      return await verify(token);
    } catch (cause) {
      throw new IdentityUnavailable('the keys of Firebase cannot be read', { cause });
    }
  };
}
