import { and, eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identityPasskeys, identitySessions, identityUsers } from '../../db/schema/identity.ts';
import { newId } from '../../platform/ids.ts';
import { createSecondFactorAdministration } from './account-administration.ts';
import { createAuthenticator, type Deviation } from './passkeys.fixture.ts';
import { enrol } from './two-factor.fixture.ts';

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

let identity: TestIdentity;
/** Accounts that must have a second factor. */
const admins = new Set<string>();

beforeAll(async () => {
  identity = await createTestIdentity({ requiresSecondFactor: async (uid) => admins.has(uid) });
});
afterAll(() => identity.close());
beforeEach(() => {
  identity.passkeyNotices.length = 0;
});

async function createAccount() {
  const email = `${newId()}@mail.com`;
  const { user, token } = (await identity.signUp({ email })).body;
  const authenticator = createAuthenticator(identity);
  const signIn = async () =>
    (await identity.post('/sign-in/email', { email, password: validPassword })).body.token;
  const post = (path: string, body: object = {}, with_ = token) => identity.post(path, body, with_);
  return { uid: user.id, email, token, authenticator, signIn, post };
}

const list = async (token: string) => (await identity.get('/passkeys', token)).body.passkeys;
const sessionOf = async (token: string) => {
  const { sub: uid = '', sid } = decodeJwt((await identity.get('/token', token)).body.token);
  return { uid, sessionId: sid as string };
};
const isStrong = async (token: string) =>
  identity.identity.hasSecondFactor?.(await sessionOf(token));

test('a passkey is added, signs in to its account, and is listed with its last use', async () => {
  const { uid, email, token, authenticator } = await createAccount();
  const added = await authenticator.add(token);
  expect(added).toMatchObject({ name: expect.any(String), lastUsedAt: null, synced: true });
  const { status, body } = await authenticator.signIn();
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ id: uid, email });
  const { user } = (await identity.get('/get-session', body.token)).body;
  expect(user.id).toBe(uid);
  expect(await list(token)).toEqual([{ ...added, lastUsedAt: expect.any(String) }]);
  expect(identity.passkeyNotices).toEqual([
    { what: 'added', uid, email, ipAddress: '127.0.0.1', name: added.name },
    { what: 'used', uid, email, ipAddress: '127.0.0.1', name: added.name },
  ]);
});

test('the browser is asked for the host of the marketplace and for a verified user', async () => {
  const { post } = await createAccount();
  const creation = (await post('/passkeys/add/options')).body.options;
  expect(creation).toMatchObject({
    rp: { id: '127.0.0.1', name: 'Redial' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  });
  const request = (await identity.post('/passkeys/sign-in/options', {})).body.options;
  expect(request).toMatchObject({ rpId: '127.0.0.1', userVerification: 'required' });
  expect(request.allowCredentials).toBeUndefined();
});

const deviations: [string, Deviation][] = [
  ['on another site', { origin: 'https://redial.example' }],
  ['for another relying party', { rpId: 'redial.example' }],
  ['without a PIN, a fingerprint or a face', { isVerified: false }],
  ['for another challenge', { challenge: 'YW5vdGhlciBjaGFsbGVuZ2U' }],
  ['in a frame of another site', { crossOrigin: true }],
];

test.each(deviations)('a passkey that was made %s is refused', async (_case, deviation) => {
  const { token, authenticator } = await createAccount();
  expect((await authenticator.tryToAdd(token, deviation)).status).toBeGreaterThanOrEqual(400);
  expect(await list(token)).toEqual([]);
});

test.each([
  ...deviations,
  ['with a counter that goes back, as of a copy', { counter: 1 }] as [string, Deviation],
])('a passkey that is used %s signs nobody in', async (_case, deviation) => {
  const { uid, token, authenticator } = await createAccount();
  await authenticator.add(token);
  await authenticator.signIn();
  const sessions = () => identity.db.$count(identitySessions, eq(identitySessions.userId, uid));
  const before = await sessions();
  const { status, body } = await authenticator.signIn(deviation);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.token).toBeUndefined();
  expect(await sessions()).toBe(before);
});

test('an answer works once, and not as an answer of the other kind', async () => {
  const { token, authenticator, post } = await createAccount();
  const added = await authenticator.add(token);
  const { options, challenge } = (await identity.post('/passkeys/sign-in/options', {})).body;
  const answer = { challenge, response: authenticator.authenticate(options.challenge) };
  expect((await identity.post('/passkeys/sign-in', answer)).status).toBe(200);
  expect((await identity.post('/passkeys/sign-in', answer)).status).toBe(400);

  const begun = (await post('/passkeys/add/options')).body;
  const crossed = {
    challenge: begun.challenge,
    response: authenticator.authenticate(begun.options.challenge),
  };
  expect((await identity.post('/passkeys/sign-in', crossed)).status).toBe(400);
  expect((await list(token)).map(({ id }) => id)).toEqual([added.id]);
});

test('a passkey is two factors: signing in with it asks for no code, and admins need no other', async () => {
  const account = await createAccount();
  await account.authenticator.add(account.token);
  expect(await isStrong(account.token)).toBe(false);
  const begun = (await account.authenticator.signIn()).body.token;
  expect(await isStrong(begun)).toBe(true);
  expect((await identity.get('/two-factor', begun)).body).toMatchObject({
    enabled: false,
    satisfied: true,
  });
  expect((await identity.get('/two-factor', account.token)).body.satisfied).toBe(false);
  await enrol(identity, begun);
  const { status, body } = await account.authenticator.signIn();
  expect(status).toBe(200);
  expect(body.challenge).toBeUndefined();
  expect(await isStrong(body.token)).toBe(true);
});

test('a new password keeps what the session was begun with', async () => {
  const { token, authenticator } = await createAccount();
  await authenticator.add(token);
  const begun = (await authenticator.signIn()).body.token;
  const passwords = { currentPassword: validPassword, newPassword: 'Another#2022' };
  const changed = (await identity.post('/change-password', passwords, begun)).body.token;
  expect(await isStrong(changed)).toBe(true);
});

test('a step-up takes a passkey of the same account only', async () => {
  const own = await createAccount();
  const other = await createAccount();
  await own.authenticator.add(own.token);
  await other.authenticator.add(other.token);
  const { options } = (await identity.post('/passkeys/sign-in/options', {}, own.token)).body;
  expect(options.allowCredentials).toEqual([
    expect.objectContaining({ id: own.authenticator.credentialId }),
  ]);
  expect((await other.authenticator.signIn({}, own.token)).body.code).toBe('OTHER_ACCOUNT');
  expect((await own.authenticator.signIn({}, own.token)).status).toBe(200);
});

test('passkeys change after a recent sign-in only, and a passkey is one', async () => {
  const { token, authenticator, post } = await createAccount();
  const { id } = await authenticator.add(token);
  const { sessionId } = await sessionOf(token);
  await identity.db
    .update(identitySessions)
    .set({ createdAt: sql`now() - interval '16 minutes'` })
    .where(eq(identitySessions.id, sessionId));
  const changes = [
    ['/passkeys/add/options', {}],
    ['/passkeys/rename', { id, name: 'Key' }],
    ['/passkeys/remove', { id }],
  ] as const;
  for (const [path, body] of changes) {
    expect((await post(path, body)).body.code).toBe('STEP_UP_REQUIRED');
    expect((await identity.post(path, body)).status).toBe(401);
  }
  const begun = (await authenticator.signIn({}, token)).body.token;
  expect((await post('/passkeys/rename', { id, name: ' My  key ' }, begun)).status).toBe(200);
  expect((await list(begun))[0]?.name).toBe('My  key');
  expect((await post('/passkeys/rename', { id, name: '\u202e' }, begun)).status).toBe(422);
});

test('removing a passkey ends the other sessions that it began, and is of the own account only', async () => {
  const own = await createAccount();
  const other = await createAccount();
  const { id } = await own.authenticator.add(own.token);
  const elsewhere = (await own.authenticator.signIn()).body.token;
  const withPassword = await own.signIn();
  for (const path of ['/passkeys/remove', '/passkeys/rename']) {
    expect((await other.post(path, { id, name: 'Mine' })).status).toBe(404);
  }
  expect((await own.post('/passkeys/remove', { id })).status).toBe(200);
  expect(await list(own.token)).toEqual([]);
  expect((await identity.get('/get-session', elsewhere)).body).toBeNull();
  expect((await identity.get('/get-session', withPassword)).body).not.toBeNull();
  expect((await own.authenticator.signIn()).status).toBe(401);
  expect(identity.passkeyNotices.at(-1)).toMatchObject({ what: 'removed', uid: own.uid });
});

test('the session in which a passkey is removed goes on, as one without a second factor', async () => {
  const { token, authenticator, post } = await createAccount();
  const { id } = await authenticator.add(token);
  const begun = (await authenticator.signIn()).body.token;
  await post('/passkeys/remove', { id }, begun);
  expect(await isStrong(begun)).toBe(false);
});

test('in an account that must have a second factor, the password does not change the factors', async () => {
  const { uid, token, authenticator, signIn, post } = await createAccount();
  admins.add(uid);
  const { id } = await authenticator.add(token);
  const withPassword = await signIn();
  for (const [path, body] of [
    ['/passkeys/add/options', {}],
    ['/passkeys/add', {}],
    ['/passkeys/rename', { id, name: 'Key' }],
    ['/passkeys/remove', { id }],
    ['/two-factor/set-up', {}],
    ['/two-factor/confirm', { code: '123456' }],
  ] as const) {
    expect((await post(path, body, withPassword)).body.code).toBe('PASSKEY_REQUIRED');
  }
  const begun = (await authenticator.signIn()).body.token;
  expect((await post('/passkeys/remove', { id }, begun)).status).toBe(200);
});

test('an account has at most 20 passkeys', async () => {
  const { uid, token, authenticator, post } = await createAccount();
  await identity.db.insert(identityPasskeys).values(
    Array.from({ length: 20 }, () => ({
      id: newId(),
      userId: uid,
      name: 'Key',
      publicKey: 'a key',
      credentialID: newId(),
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
    })),
  );
  expect((await post('/passkeys/add/options')).status).toBe(409);
  expect((await authenticator.tryToAdd(token)).body.code).toBe('TOO_MANY_PASSKEYS');
});

test('malformed answers are refused', async () => {
  const { post } = await createAccount();
  const { challenge } = (await identity.post('/passkeys/sign-in/options', {})).body;
  const bodies = [{}, { response: null }, { response: { id: 'x' } }, { response: { id: '<' } }];
  for (const body of bodies) {
    for (const path of ['/passkeys/sign-in', '/passkeys/add']) {
      const { status } = await post(path, { challenge, ...body });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect((await post(path, body)).status).toBeLessThan(500);
    }
  }
});

test('the operator removes passkeys with the second factor, and ends all sessions', async () => {
  const { uid, token, authenticator } = await createAccount();
  await authenticator.add(token);
  const remove = () =>
    identity.db.transaction((tx) => createSecondFactorAdministration(tx).removeSecondFactor(uid));
  expect(await remove()).toBe(true);
  expect((await identity.get('/get-session', token)).body).toBeNull();
  expect((await authenticator.signIn()).status).toBe(401);
  expect(await remove()).toBe(false);
});

test('passkeys go with their account', async () => {
  const { uid, token, authenticator } = await createAccount();
  await authenticator.add(token);
  await identity.identity.deleteAccount(uid);
  expect((await authenticator.signIn()).status).toBe(401);
  const isOwn = and(eq(identityUsers.id, uid));
  expect(await identity.db.$count(identityUsers, isOwn)).toBe(0);
  expect(await identity.db.$count(identityPasskeys, eq(identityPasskeys.userId, uid))).toBe(0);
});
