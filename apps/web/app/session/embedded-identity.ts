import { apiBase } from '../api.ts';
import { deviceId } from './device-id.ts';
import { createEmbeddedPasskeys } from './embedded-passkeys.ts';
import { openGooglePopup } from './google-popup.ts';
import {
  ConfirmationRequiredError,
  defaultNameOf,
  type IdentityClient,
  type IdentityUser,
  type PasskeySummary,
  type SessionSummary,
  StepUpRequiredError,
  type TwoFactorStatus,
} from './identity-client.ts';
import { askSecondFactor } from './second-factor.ts';

/** localStorage key of the identity session and its user. */
const sessionKey = 'redial-session';

interface StoredSession {
  /** Opaque session token, sent as a bearer token. */
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

/** An error response of the identity server; `status` is 0 if it could not be reached. */
class IdentityError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Client of the built-in identity server (`/identity`). Reports the stored user immediately and
 * then refreshes it; a temporary network failure does not end the session.
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
  /** The session token of a sign-in; asks for the second factor if the account has one. */
  const tokenOf = ({ token, challenge }: Record<string, unknown>): string | Promise<string> =>
    typeof challenge === 'string'
      ? askSecondFactor(async (code) =>
          text((await post('/two-factor/verify', { challenge, code, device: deviceId() })).token),
        )
      : text(token);
  /** Changes the second factor. */
  const changeTwoFactor = (path: string, body = {}) =>
    post(`/two-factor/${path}`, body, requireToken());
  const requireToken = (): string => {
    if (!stored) throw new IdentityError(401, 'Sign in first');
    return stored.token;
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
      // The server requires a name; updateProfile sets the real one afterwards.
      const name = defaultNameOf(email);
      const { token } = await post('/sign-up/email', {
        name,
        email,
        password,
        device: deviceId(),
      });
      if (token === null) throw new ConfirmationRequiredError();
      return startSession(text(token));
    },
    async signInWithEmailAndPassword(email, password) {
      const signedIn = await post('/sign-in/email', { email, password, device: deviceId() });
      return startSession(await tokenOf(signedIn));
    },
    async signInWithGooglePopup() {
      return startSession(await tokenOf(await openGooglePopup(apiBase, deviceId())));
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
          photoURL: photoURL === undefined ? user.photoURL : photoURL || null,
        },
      });
    },
    async sendPasswordReset(email) {
      await post('/request-password-reset', { email });
    },
    async sendEmailVerification() {
      if (!stored) throw new IdentityError(401, 'Sign in first');
      await post('/send-verification-email', {}, stored.token);
    },
    async signOut() {
      const token = stored?.token;
      setStored(undefined);
      // Signed out in this browser in any case; if the server cannot be reached, its session will expire.
      if (token) await post('/sign-out', {}, token).catch(() => undefined);
    },
    passkeys: createEmbeddedPasskeys({
      post,
      list: async (token) =>
        ((await request('/passkeys', { token })) as { passkeys: PasskeySummary[] }).passkeys,
      requireToken,
      startSession,
    }),
    security: {
      async listSessions() {
        const body = await request('/sessions', { token: requireToken() });
        return (body as { sessions: SessionSummary[] }).sessions;
      },
      async endSession(id) {
        await post('/sessions/end', { id }, requireToken());
      },
      async requestEmailChange(newEmail) {
        const { mailed } = await post('/change-email', { newEmail }, requireToken());
        return mailed === 'old' ? 'old' : 'new';
      },
      async changePassword(currentPassword, newPassword) {
        const body = { currentPassword, newPassword };
        const { token } = await post('/change-password', body, requireToken());
        return startSession(text(token));
      },
      twoFactor: {
        status: async () =>
          (await request('/two-factor', { token: requireToken() })) as TwoFactorStatus,
        setUp: async () => {
          const { secret, uri } = await changeTwoFactor('set-up');
          return { secret: text(secret), uri: text(uri) };
        },
        confirm: async (code) =>
          (await changeTwoFactor('confirm', { code })).recoveryCodes as string[],
        renewRecoveryCodes: async () =>
          (await changeTwoFactor('recovery-codes')).recoveryCodes as string[],
        switchOff: async () => {
          await changeTwoFactor('switch-off');
        },
      },
    },
    async getIdToken() {
      if (!stored) throw new IdentityError(401, 'Sign in first');
      const body = await request('/token', { token: stored.token }).catch((error: unknown) => {
        if (error instanceof IdentityError && error.status === 401) setStored(undefined);
        throw error;
      });
      return text((body as { token?: unknown } | null)?.token);
    },
  };
}

/**
 * Sets a new password with the token from a reset link.
 *
 * @throws an error with a user-facing message when the link has expired or the password is rejected
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await post('/reset-password', { token, newPassword });
}

/**
 * Verifies an e-mail address with the token from a mailed link. No session is needed.
 *
 * @throws an error with a user-facing message when the link has expired or is not valid
 */
export async function verifyEmail(token: string): Promise<void> {
  await post('/verify-email', { token });
}

export type EmailChangeOutcome = 'confirmed' | 'changed' | 'reverted';

/**
 * Follows a mailed link of a change of an e-mail address. No session is needed.
 *
 * @returns what the link has done
 * @throws an error with a user-facing message when the link does not work, or the address is taken
 */
export async function followEmailChangeLink(token: string): Promise<EmailChangeOutcome> {
  const { outcome } = await post('/change-email/follow', { token });
  return outcome as EmailChangeOutcome;
}

/**
 * Ends the sessions on a device with the token from the mail about its sign-in. No session is needed.
 *
 * @throws an error with a user-facing message when the link has expired or is not valid
 */
export async function endDeviceSessions(token: string): Promise<void> {
  await post('/sessions/end-device', { token });
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
      // A bearer token instead of a cookie, so that no other site can send authenticated requests.
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // A tab that is closed right after signing out still ends the session.
      keepalive: path === '/sign-out',
    });
  } catch {
    throw new IdentityError(0, unreachable);
  }
  const payload: unknown = await response.json().catch(() => {
    // A truncated response must not be read as "signed out".
    if (response.ok) throw new IdentityError(0, unreachable);
  });
  if (response.ok) return payload;
  const { message, code } = (payload ?? {}) as { message?: unknown; code?: unknown };
  if (code === 'STEP_UP_REQUIRED') throw new StepUpRequiredError();
  throw new IdentityError(response.status, typeof message === 'string' ? message : unreachable);
}

const unreachable = 'Redial cannot be reached. Check your connection and try again.';

function text(value: unknown): string {
  if (typeof value !== 'string') throw new IdentityError(0, unreachable);
  return value;
}

function loadStoredSession(): StoredSession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? 'null');
    return stored ? (stored as StoredSession) : undefined;
  } catch {
    return undefined;
  }
}

function saveStoredSession(stored: StoredSession | undefined): void {
  try {
    if (stored) localStorage.setItem(sessionKey, JSON.stringify(stored));
    else localStorage.removeItem(sessionKey);
  } catch {
    // Storage is not available: the session lasts until the page is closed.
  }
}
