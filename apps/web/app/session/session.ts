import { createUser, exchangeToken, type SignUpRole } from '@redial/contract';
import { publicCall } from '../api.ts';
import { dropDrafts } from './drafts.ts';
import type { IdentityClient, IdentityUser } from './identity-client.ts';
import { openIdentity } from './open-identity.ts';
import { forgetRoles } from './roles.ts';
import { currentSession, sessionKnown, setSession } from './session-store.ts';
import { dropToken, keepToken, readToken, tokenKey, tokenState } from './token.ts';

let identity: Promise<IdentityClient> | undefined;
/** Set while a sign-in or sign-up runs: the person counts as signed in when all of it is done. */
let busy = false;

/** Loads the identity provider's client; a first visit, signed out, never needs it. */
export function loadIdentity(): Promise<IdentityClient> {
  identity ??= openIdentity().then(
    (client) => {
      client.onAuthStateChanged((user) => {
        if (!busy) settle(user);
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

/** Finds out who is using the page, and keeps in step with the other tabs. Called once. */
export function startSession(): void {
  if (readToken()) resume();
  else setSession({ status: 'signed-out' });
  addEventListener('storage', ({ key, newValue }) => {
    // A null key: all of the storage was cleared.
    if (key !== tokenKey && key !== null) return;
    const token = key === null ? null : newValue;
    if (token === null) end();
    else if (currentSession().status === 'signed-out') {
      // Signed in in another tab: a new client reads the session that is there now.
      identity = undefined;
      resume();
    }
  });
}

export interface SignUp {
  readonly name: string;
  readonly role: SignUpRole;
  readonly email: string;
  readonly password: string;
}

/** Creates the account, then token, display name and user record, in this order. */
export function signUp({ name, role, email, password }: SignUp): Promise<void> {
  return entering(async (client) => {
    const user = await client.createUserWithEmailAndPassword(email, password);
    await fetchToken(client, user.email);
    await client.updateProfile({ displayName: name });
    await postRecord(client, { name, role, email: user.email });
    return { ...user, displayName: name };
  });
}

export function signIn(email: string, password: string): Promise<void> {
  return entering(async (client) =>
    admit(client, await client.signInWithEmailAndPassword(email, password)),
  );
}

/** Signs in or up through Google's popup; rejects with `PopupClosed` when it is closed. */
export function signInWithGoogle(): Promise<void> {
  return entering(async (client) => admit(client, await client.signInWithGooglePopup()));
}

export async function signOut(): Promise<void> {
  dropDrafts();
  const client = await loadIdentity();
  await client.signOut();
  end();
}

/**
 * The marketplace token to send, renewed first when it is about to end.
 *
 * @returns nothing when nobody is signed in, or the session has ended meanwhile.
 */
export async function marketplaceToken(): Promise<string | undefined> {
  const token = readToken();
  if (!token) return undefined;
  const state = tokenState(token, Date.now());
  if (state === 'fresh') return token;
  return (await renewToken()) ?? (state === 'due' ? token : undefined);
}

let renewal: Promise<string | undefined> | undefined;

/** A new marketplace token while the identity session lives; nothing when it does not. */
export function renewToken(): Promise<string | undefined> {
  renewal ??= loadIdentity()
    .then(async (client) => {
      const session = await sessionKnown();
      if (session.status !== 'signed-in') return undefined;
      return await fetchToken(client, session.user.email);
    })
    .catch(() => undefined)
    .finally(() => {
      renewal = undefined;
    });
  return renewal;
}

/** Forgets the session in this browser: the server no longer takes it. */
export function end(): void {
  dropToken();
  forgetRoles();
  if (currentSession().status !== 'signed-out') setSession({ status: 'signed-out' });
}

function resume(): void {
  loadIdentity().catch(() => setSession({ status: 'signed-out' }));
}

function settle(user: IdentityUser | null): void {
  if (user) setSession({ status: 'signed-in', user });
  else end();
}

async function entering(enter: (client: IdentityClient) => Promise<IdentityUser>): Promise<void> {
  busy = true;
  try {
    const client = await loadIdentity();
    forgetRoles();
    settle(await enter(client));
  } catch (error) {
    dropToken();
    throw error;
  } finally {
    busy = false;
  }
}

/** Token first, then the record: it is made here when sign-up stopped half-way. */
async function admit(client: IdentityClient, user: IdentityUser): Promise<IdentityUser> {
  await fetchToken(client, user.email);
  const name = user.displayName || user.email.split('@')[0] || user.email;
  await postRecord(client, { name, role: 'buyer', email: user.email });
  return user;
}

async function fetchToken(client: IdentityClient, email: string): Promise<string> {
  const token = await client.getIdToken();
  const result = await publicCall(exchangeToken, { body: { email }, token });
  if (!result.ok) throw new Error(result.problem.message);
  keepToken(result.value.token);
  return result.value.token;
}

async function postRecord(
  client: IdentityClient,
  record: { name: string; role: SignUpRole; email: string },
): Promise<void> {
  const token = await client.getIdToken();
  const result = await publicCall(createUser, { body: { ...record, varified: false }, token });
  if (!result.ok) throw new Error(result.problem.message);
}
