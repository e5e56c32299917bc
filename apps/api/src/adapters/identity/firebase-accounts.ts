import { type AccountAdministration, IdentityUnavailable } from '../../ports/identity.ts';
import type { FirebaseHosts, FirebaseProject } from './firebase-project.ts';
import { createAccessTokenSource } from './service-account.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The uid of the new account; generated if omitted. */
  readonly uid?: string | undefined;
}

export interface FirebaseAccounts extends AccountAdministration {
  deleteAccount(uid: string): Promise<void>;
  /**
   * Creates an account in the emulator, which loses all accounts when it stops. Returns an existing
   * account unchanged.
   */
  createEmulatorAccount(account: NewAccount): Promise<{ uid: string }>;
  /**
   * Verifies the API key.
   *
   * @returns the reason why Firebase rejects the key (`refused`), and whether the sign-in popup is
   *   allowed on our domain.
   * @throws IdentityUnavailable
   */
  check(): Promise<{ readonly refused?: string; readonly domainAllowed?: boolean }>;
}

/** An error response of the Identity Toolkit API, such as `USER_NOT_FOUND`. */
class ToolkitError extends Error {
  override readonly name = 'Refusal';
}

/** The requests to Firebase's account service (Identity Toolkit) that the server makes. */
export function createFirebaseAccounts({
  projectId,
  apiKey,
  emulator,
  serviceAccount,
  publicUrl,
  hosts,
  timeoutMs,
  log,
}: FirebaseProject & {
  publicUrl: string;
  hosts: FirebaseHosts;
  timeoutMs: number;
  log: { warn(line: string): void };
}): FirebaseAccounts {
  const accessToken = emulator
    ? async () => 'owner'
    : serviceAccount &&
      createAccessTokenSource(serviceAccount, { tokens: hosts.tokens, timeoutMs });

  async function sendRequest(path: string, body?: object): Promise<Record<string, unknown>> {
    try {
      const token = body && (await accessToken?.());
      const response = await fetch(`${hosts.accounts}/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          referer: `${publicUrl}/`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const responseBody = (await response.json()) as { error?: { message?: unknown } };
      if (response.ok && typeof responseBody === 'object') return responseBody;
      const message = responseBody.error?.message;
      if (response.status < 500 && typeof message === 'string') throw new ToolkitError(message);
      throw new Error(`Firebase responded with ${response.status}`);
    } catch (cause) {
      if (cause instanceof ToolkitError) throw cause;
      throw new IdentityUnavailable('Firebase cannot be reached', { cause });
    }
  }

  function requireServiceAccount(): void {
    if (accessToken) return;
    throw new IdentityUnavailable('FIREBASE_SERVICE_ACCOUNT is required for this');
  }

  return {
    deleteAccount: async (uid) => {
      if (!accessToken) {
        log.warn(
          `The account ${uid} is not deleted at Firebase: FIREBASE_SERVICE_ACCOUNT is not set`,
        );
        return;
      }
      try {
        await sendRequest(`/projects/${projectId}/accounts:delete`, { localId: uid });
      } catch (error) {
        if (!hasErrorCode(error, 'USER_NOT_FOUND')) throw error;
      }
    },
    isEmailVerified: async (uid) => {
      requireServiceAccount();
      const { users } = await sendRequest(`/projects/${projectId}/accounts:lookup`, {
        localId: [uid],
      });
      const [account] = (users ?? []) as { emailVerified?: unknown }[];
      return account?.emailVerified === true;
    },
    endSessions: async (uid) => {
      requireServiceAccount();
      // Revokes the refresh tokens issued until now.
      const validSince = String(Math.floor(Date.now() / 1000));
      await sendRequest(`/projects/${projectId}/accounts:update`, { localId: uid, validSince });
    },
    createEmulatorAccount: async ({ name, email, password, uid }) => {
      const accounts = `/projects/${projectId}/accounts`;
      try {
        const account = { displayName: name, email, password, ...(uid ? { localId: uid } : {}) };
        return { uid: requireUid((await sendRequest(accounts, account)).localId) };
      } catch (error) {
        if (!hasErrorCode(error, 'EMAIL_EXISTS', 'DUPLICATE_LOCAL_ID')) throw error;
        const { users } = await sendRequest(`${accounts}:lookup`, { email: [email] });
        const [existing] = users as { localId?: unknown }[];
        return { uid: requireUid(existing?.localId) };
      }
    },
    check: async () => {
      try {
        const { authorizedDomains } = await sendRequest(
          `/projects?key=${encodeURIComponent(apiKey)}`,
        );
        if (!Array.isArray(authorizedDomains)) return {};
        return { domainAllowed: authorizedDomains.includes(new URL(publicUrl).hostname) };
      } catch (error) {
        if (hasErrorCode(error, 'API key not valid', 'API_KEY_INVALID')) {
          return { refused: (error as ToolkitError).message };
        }
        throw error;
      }
    },
  };
}

const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ToolkitError && codes.some((code) => error.message.startsWith(code));

function requireUid(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new IdentityUnavailable('no uid came back');
  return value;
}
