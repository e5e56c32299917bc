import { IdentityUnavailable } from '../../ports/identity.ts';
import type { FirebaseHosts, FirebaseProject } from './firebase-project.ts';
import { createAccessTokens } from './service-account.ts';

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The uid that it is to have; any other where left out. */
  readonly uid?: string | undefined;
}

export interface FirebaseAccounts {
  deleteAccount(uid: string): Promise<void>;
  /** Makes an account in the emulator, which forgets all of them when it ends. One that exists stays. */
  createEmulatorAccount(account: NewAccount): Promise<{ uid: string }>;
  /**
   * Asks Firebase about the project.
   *
   * @returns why it does not take the API key (`refused`), and whether its popup works on our pages.
   * @throws IdentityUnavailable
   */
  check(): Promise<{ readonly refused?: string; readonly domainAllowed?: boolean }>;
}

/** An answer of the Identity Toolkit that is a refusal, such as `USER_NOT_FOUND`. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** The calls to Firebase's account service (Identity Toolkit) that a server makes. */
export function createFirebaseAccounts({
  projectId,
  apiKey,
  emulator,
  serviceAccount,
  publicUrl,
  hosts,
  timeout,
  log,
}: FirebaseProject & {
  publicUrl: string;
  hosts: FirebaseHosts;
  timeout: number;
  log: { warn(line: string): void };
}): FirebaseAccounts {
  const accessToken = emulator
    ? async () => 'owner'
    : serviceAccount && createAccessTokens(serviceAccount, { tokens: hosts.tokens, timeout });

  async function ask(path: string, body?: object): Promise<Record<string, unknown>> {
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
        signal: AbortSignal.timeout(timeout),
      });
      const answer = (await response.json()) as { error?: { message?: unknown } };
      if (response.ok && typeof answer === 'object') return answer;
      const message = answer.error?.message;
      if (response.status < 500 && typeof message === 'string') throw new Refusal(message);
      throw new Error(`Firebase answers ${response.status}`);
    } catch (cause) {
      if (cause instanceof Refusal) throw cause;
      throw new IdentityUnavailable('Firebase cannot be reached', { cause });
    }
  }

  return {
    deleteAccount: async (uid) => {
      if (!accessToken) {
        log.warn(`The account ${uid} stays at Firebase: FIREBASE_SERVICE_ACCOUNT is not set`);
        return;
      }
      try {
        await ask(`/projects/${projectId}/accounts:delete`, { localId: uid });
      } catch (error) {
        if (!isRefusal(error, 'USER_NOT_FOUND')) throw error;
      }
    },
    createEmulatorAccount: async ({ name, email, password, uid }) => {
      const accounts = `/projects/${projectId}/accounts`;
      try {
        const wanted = { displayName: name, email, password, ...(uid ? { localId: uid } : {}) };
        return { uid: textOf((await ask(accounts, wanted)).localId) };
      } catch (error) {
        if (!isRefusal(error, 'EMAIL_EXISTS', 'DUPLICATE_LOCAL_ID')) throw error;
        const { users } = await ask(`${accounts}:lookup`, { email: [email] });
        const [known] = users as { localId?: unknown }[];
        return { uid: textOf(known?.localId) };
      }
    },
    check: async () => {
      try {
        const { authorizedDomains } = await ask(`/projects?key=${encodeURIComponent(apiKey)}`);
        if (!Array.isArray(authorizedDomains)) return {};
        return { domainAllowed: authorizedDomains.includes(new URL(publicUrl).hostname) };
      } catch (error) {
        if (isRefusal(error, 'API key not valid', 'API_KEY_INVALID')) {
          return { refused: (error as Refusal).message };
        }
        throw error;
      }
    },
  };
}

const isRefusal = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Refusal && codes.some((code) => error.message.startsWith(code));

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new IdentityUnavailable('no uid came back');
  return value;
}
