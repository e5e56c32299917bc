import { apiBase } from '../api.ts';
import { openGooglePopup } from './google-popup.ts';
import type { IdentityClient, IdentityUser } from './identity-client.ts';

/** Where the identity session and the person last read through it are kept. */
const sessionKey = 'redial-session';

interface StoredSession {
  /** Opaque session token, sent as bearer. */
  readonly token: string;
  readonly user: IdentityUser;
}

interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly image: string | null;
  readonly createdAt: string;
}

interface Account {
  readonly providerId: string;
  readonly accountId: string;
}

/** An answer of the identity server that is a refusal; `status` 0 where it cannot be reached. */
class IdentityError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The client of Redial's own identity server (`/identity`). The person is told from what is kept at
 * once, then read anew: a server that cannot be reached for a moment signs nobody out.
 */
export function createEmbeddedIdentity(): IdentityClient {
  const listeners = new Set<(user: IdentityUser | null) => void>();
  let stored = loadStoredSession();

  const setStored = (next: StoredSession | undefined) => {
    stored = next;
    saveStoredSession(next);
    for (const listener of listeners) listener(next?.user ?? null);
  };
  const startSession = async (token: string): Promise<IdentityUser> => {
    const user = await loadUser(token);
    if (!user) throw new IdentityError(401, 'Sign in again');
    setStored({ token, user });
    return user;
  };
  const refresh = async () => {
    if (!stored) return;
    const { token } = stored;
    const user = await loadUser(token).catch((error: unknown) => {
      if (error instanceof IdentityError && error.status === 401) return null;
      return stored?.user ?? null;
    });
    if (stored?.token === token) setStored(user ? { token, user } : undefined);
  };
  refresh();

  return {
    onAuthStateChanged(listener) {
      listeners.add(listener);
      queueMicrotask(() => listeners.has(listener) && listener(stored?.user ?? null));
      return () => listeners.delete(listener);
    },
    async createUserWithEmailAndPassword(email, password) {
      // The server wants a name from the first moment; the real one follows through updateProfile.
      const name = email.split('@')[0] || email;
      const { token } = await post('/sign-up/email', { name, email, password });
      return startSession(text(token));
    },
    async signInWithEmailAndPassword(email, password) {
      const { token } = await post('/sign-in/email', { email, password });
      return startSession(text(token));
    },
    async signInWithGooglePopup() {
      return startSession(await openGooglePopup(apiBase));
    },
    async updateProfile({ displayName, photoURL }) {
      if (!stored) throw new IdentityError(401, 'Sign in first');
      const { token, user } = stored;
      await post(
        '/update-user',
        {
          ...(displayName === undefined ? {} : { name: displayName }),
          ...(photoURL === undefined ? {} : { image: photoURL }),
        },
        token,
      );
      setStored({
        token,
        user: {
          ...user,
          displayName: displayName ?? user.displayName,
          photoURL: photoURL ?? user.photoURL,
        },
      });
    },
    async sendPasswordReset(email) {
      await post('/request-password-reset', { email });
    },
    async signOut() {
      const token = stored?.token;
      setStored(undefined);
      // Gone from this browser whatever the server says; there it runs out by itself.
      if (token) await post('/sign-out', {}, token).catch(() => undefined);
    },
    async getIdToken() {
      if (!stored) throw new IdentityError(401, 'Sign in first');
      const answer = await request('/token', { token: stored.token }).catch((error: unknown) => {
        if (error instanceof IdentityError && error.status === 401) setStored(undefined);
        throw error;
      });
      return text((answer as { token?: unknown } | null)?.token);
    },
  };
}

/**
 * Sets a new password with the token of a mailed link.
 *
 * @throws with a sentence to show when the link has run out or the password is refused
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post('/reset-password', { token, newPassword });
}

async function loadUser(token: string): Promise<IdentityUser | null> {
  const [session, accounts] = await Promise.all([
    request('/get-session', { token }),
    request('/list-accounts', { token }),
  ]);
  if (!session) return null;
  const { user, session: details } = session as {
    user: UserRecord;
    session: { createdAt: string };
  };
  const { email } = user;
  return {
    uid: user.id,
    email,
    emailVerified: user.emailVerified,
    displayName: user.name || null,
    isAnonymous: false,
    photoURL: user.image,
    phoneNumber: null,
    tenantId: null,
    providerData: (accounts as Account[]).map(({ providerId, accountId }) => ({
      providerId: providerId === 'credential' ? 'password' : `${providerId}.com`,
      uid: accountId,
      email,
      displayName: user.name || null,
      photoURL: user.image,
    })),
    metadata: { creationTime: user.createdAt, lastSignInTime: details.createdAt },
  };
}

const post = async (path: string, body: object, token?: string) =>
  (await request(path, { body, ...(token ? { token } : {}) })) as Record<string, unknown>;

async function request(
  path: string,
  { body, token }: { body?: object; token?: string },
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${apiBase}/identity${path}`, {
      method: body ? 'POST' : 'GET',
      // The session travels as bearer: no cookie, so nothing that another site could make us send.
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new IdentityError(0, unreachable);
  }
  const answer: unknown = await response.json().catch(() => {
    // Cut off half-way, it says nothing of the session: that would sign somebody out.
    if (response.ok) throw new IdentityError(0, unreachable);
  });
  if (response.ok) return answer;
  const { message } = (answer ?? {}) as { message?: unknown };
  throw new IdentityError(response.status, typeof message === 'string' ? message : unreachable);
}

const unreachable = 'Redial cannot be reached. Check your connection and try again.';

function text(value: unknown): string {
  if (typeof value !== 'string') throw new IdentityError(0, unreachable);
  return value;
}

function loadStoredSession(): StoredSession | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? 'null');
    return kept ? (kept as StoredSession) : undefined;
  } catch {
    return undefined;
  }
}

function saveStoredSession(kept: StoredSession | undefined): void {
  try {
    if (kept) localStorage.setItem(sessionKey, JSON.stringify(kept));
    else localStorage.removeItem(sessionKey);
  } catch {
    // Without storage the session lasts as long as the page.
  }
}
