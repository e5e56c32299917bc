import { createUser, exchangeToken, type SignUpRole } from '@redial/contract';
import { publicCall } from '../api.ts';
import { forgetPages } from '../page-cache.ts';
import { importScript, loadPart } from '../ui/lazy-part.ts';
import { importIdentityClient } from './create-identity-client.ts';
import { clearDrafts } from './drafts.ts';
import {
  type AccountSecurity,
  ConfirmationRequiredError,
  defaultNameOf,
  type IdentityClient,
  type IdentityUser,
  recordNameOf,
  StepUpRequiredError,
} from './identity-client.ts';
import { clearPendingSignUp, readPendingSignUp, savePendingSignUp } from './pending-sign-up.ts';
import { pushKey } from './push-key.ts';
import { clearRoles, fetchRoles } from './roles.ts';
import { currentSession, setSession, waitForSession } from './session-store.ts';
import { confirmIdentity } from './step-up.ts';
import { clearToken, readToken, saveToken, tokenKey, tokenState } from './token.ts';
import { clearViewedPhones } from './viewed-phones.ts';

let identity: Promise<IdentityClient> | undefined;
/** Set during sign-in and sign-up: the session starts when all steps are done. */
let isSigningIn = false;
/** Set while the user signs out in this tab. */
let isSigningOut = false;

/**
 * Loads the identity client; not needed for signed-out visitors.
 *
 * @throws Error with a message for the user if its script cannot be loaded
 */
export function loadIdentity(): Promise<IdentityClient> {
  identity ??= importScript(importIdentityClient).then(
    (create) => {
      const client = create();
      client.onAuthStateChanged((user) => {
        if (isSigningIn) return;
        // A sign-in that failed or was interrupted before there was a token leaves its identity session.
        if (user && currentSession().status === 'signed-out' && !readToken()) return;
        applyUser(user);
      });
      return client;
    },
    (error: unknown) => {
      identity = undefined;
      throw error;
    },
  );
  return identity;
}

/** Restores the session and keeps it in sync with other tabs. Called once. */
export function startSession(): void {
  if (readToken()) resumeSession();
  else setSession({ status: 'signed-out' });
  addEventListener('storage', ({ key, newValue }) => {
    // A null key means that the whole storage was cleared; the value is null then too.
    if (key !== tokenKey && key !== null) return;
    if (newValue === null) clearSession();
    else if (currentSession().status === 'signed-out') {
      // Signed in in another tab: a new client reads the stored session.
      identity = undefined;
      resumeSession();
    }
  });
}

export interface SignUpInput {
  readonly name: string;
  readonly role: SignUpRole;
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the account, then requests the token, sets the display name and posts the user record, in
 * this order (specification, 4). Where the address must be confirmed first, the steps after the first
 * follow at the first sign-in.
 *
 * @throws ConfirmationRequiredError if a link was mailed
 */
export function signUp({ name, role, email, password }: SignUpInput): Promise<void> {
  return withSignIn(async (client) => {
    const user = await client
      .createUserWithEmailAndPassword(email, password)
      .catch((error: unknown) => {
        if (error instanceof ConfirmationRequiredError) savePendingSignUp({ name, role, email });
        throw error;
      });
    return completeSignUp(client, user, { name, role });
  });
}

async function completeSignUp(
  client: IdentityClient,
  user: IdentityUser,
  { name, role }: Pick<SignUpInput, 'name' | 'role'>,
): Promise<IdentityUser> {
  await fetchToken(client, user.email);
  await client.updateProfile({ displayName: name });
  await createUserRecord(client, { name, role, email: user.email });
  return { ...user, displayName: name };
}

export function signIn(email: string, password: string): Promise<void> {
  return withSignIn(async (client) =>
    completeSignIn(client, await client.signInWithEmailAndPassword(email, password)),
  );
}

/**
 * Signs in or up with Google in a popup; rejects with `PopupClosedError` when the user closes it.
 */
export function signInWithGoogle(): Promise<void> {
  return withSignIn(async (client) => completeSignIn(client, await client.signInWithGooglePopup()));
}

/** Changes the password; this browser goes on with a new session, and all others end. */
export function changePassword(current: string, next: string): Promise<void> {
  return changeSecurity((security) =>
    withNewSession(async (client) => {
      const user = await security.changePassword(current, next);
      await fetchToken(client, user.email);
      return user;
    }),
  );
}

/**
 * Changes how the user signs in. The user signs in again first if the last sign-in was a while ago.
 *
 * @returns what the change returns
 */
export async function changeSecurity<T>(
  change: (security: AccountSecurity) => Promise<T>,
): Promise<T> {
  const { security } = await loadIdentity();
  if (!security) throw new Error('This account is managed by Firebase');
  return change(security).catch(async (error: unknown) => {
    if (!(error instanceof StepUpRequiredError) || !(await confirmIdentity())) throw error;
    return change(security);
  });
}

/** Ends the session in this browser and on the server. Pages that require a session give way to the home page. */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  try {
    clearDrafts();
    const pushEnded = localStorage.getItem(pushKey) ? endPush() : undefined;
    const client = await loadIdentity();
    await client.signOut();
    clearSession();
    await pushEnded;
  } finally {
    isSigningOut = false;
  }
}

/** The next user of the browser does not see what happens here. Signing out does not fail if this does. */
const endPush = (): Promise<void> =>
  import('./push-browser.ts')
    .then(({ unsubscribeBrowser }) => unsubscribeBrowser())
    .catch(() => undefined);

/**
 * The marketplace token, renewed first if it is about to expire.
 *
 * @returns undefined when nobody is signed in or the session has expired
 */
export async function marketplaceToken(): Promise<string | undefined> {
  const token = readToken();
  if (!token) return undefined;
  const state = tokenState(token, Date.now());
  if (state === 'fresh') return token;
  return (await renewToken()) ?? (state === 'due' ? token : undefined);
}

let renewal: Promise<string | undefined> | undefined;

/** Requests a new marketplace token; undefined if the identity session has ended. */
export function renewToken(): Promise<string | undefined> {
  renewal ??= loadIdentity()
    .then(async (client) => {
      const session = await waitForSession();
      if (session.status !== 'signed-in') return undefined;
      return await fetchToken(client, session.user.email);
    })
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/** Clears the session in this browser. */
export function clearSession(): void {
  forgetPages();
  clearToken();
  clearRoles();
  if (currentSession().status === 'signed-out') return;
  clearViewedPhones();
  setSession({ status: 'signed-out', byUser: isSigningOut });
}

/** As long as the script cannot be loaded, it is not known whether the user is signed in. */
function resumeSession(): void {
  loadPart(importIdentityClient)
    .then(() => loadIdentity())
    .catch(() => setSession({ status: 'signed-out' }));
}

function applyUser(user: IdentityUser | null): void {
  if (!user) {
    clearSession();
    return;
  }
  setSession({ status: 'signed-in', user });
  // The roles are requested as soon as the e-mail address is known (specification, 7). Code that needs
  // them reports a failure.
  marketplaceToken()
    .then((token) => fetchRoles(user.email, token))
    .catch(() => undefined);
}

/** Runs the steps of a sign-in. */
export async function withSignIn(
  enter: (client: IdentityClient) => Promise<IdentityUser>,
): Promise<void> {
  try {
    await withNewSession(enter);
  } catch (error) {
    clearToken();
    throw error;
  }
}

/** Runs steps after which the user has another session; if they fail, the session stays. */
async function withNewSession(
  enter: (client: IdentityClient) => Promise<IdentityUser>,
): Promise<void> {
  isSigningIn = true;
  try {
    const client = await loadIdentity();
    const user = await enter(client);
    clearRoles();
    applyUser(user);
  } finally {
    isSigningIn = false;
  }
}

/** Token first, then the user record, which is missing if sign-up was interrupted. */
export async function completeSignIn(
  client: IdentityClient,
  user: IdentityUser,
): Promise<IdentityUser> {
  const pending = readPendingSignUp(user.email);
  // An account that has been named already is not the one of the form.
  const isUnnamed = user.displayName?.toLowerCase() === defaultNameOf(user.email).toLowerCase();
  if (pending && isUnnamed) {
    const signedUp = await completeSignUp(client, user, pending);
    clearPendingSignUp();
    return signedUp;
  }
  await fetchToken(client, user.email);
  await createUserRecord(client, { name: recordNameOf(user), role: 'buyer', email: user.email });
  return user;
}

async function fetchToken(client: IdentityClient, email: string): Promise<string> {
  const token = await client.getIdToken();
  const result = await publicCall(exchangeToken, { body: { email }, token });
  if (!result.ok) throw new Error(result.error.message);
  saveToken(result.value.token);
  return result.value.token;
}

async function createUserRecord(
  client: IdentityClient,
  record: { name: string; role: SignUpRole; email: string },
): Promise<void> {
  const token = await client.getIdToken();
  const result = await publicCall(createUser, { body: { ...record, varified: false }, token });
  if (!result.ok) throw new Error(result.error.message);
}
