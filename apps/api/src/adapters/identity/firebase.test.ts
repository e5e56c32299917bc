import * as contract from '@redial/contract';
import fastify from 'fastify';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, resultCode, unwrap } from '../../../test/test-app.ts';
import { users } from '../../db/schema/index.ts';
import { identityContract } from '../../ports/identity.contract.ts';
import { project, startFakeFirebase } from './firebase.fixture.ts';
import { createFirebaseIdentity } from './firebase.ts';

let firebase: Awaited<ReturnType<typeof startFakeFirebase>>;
beforeAll(async () => {
  firebase = await startFakeFirebase();
});
afterAll(() => firebase.close());

const warnings: string[] = [];
beforeEach(() => void warnings.splice(0));

const identityAt = (about: Partial<Parameters<typeof createFirebaseIdentity>[0]> = {}) =>
  createFirebaseIdentity({
    ...project,
    publicUrl: 'http://redial.test',
    hosts: firebase.hosts,
    serviceAccount: firebase.serviceAccount,
    log: { warn: (line) => void warnings.push(line) },
    keyCooldownMs: 0,
    timeoutMs: 300,
    ...about,
  });

identityContract(async () => {
  const fake = await startFakeFirebase();
  const { hosts, serviceAccount } = fake;
  const { identity } = identityAt({ hosts, serviceAccount });
  return { identity, signUp: fake.signUp, signIn: fake.signIn, close: fake.close };
});

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

test('the keys are fetched once, and again for a token with a new key', async () => {
  const { identity } = identityAt();
  firebase.requests.splice(0);
  expect(await identity.verifyIdToken(await firebase.sign())).toEqual({
    uid: 'uid-1',
    email: 'rana@mail.com',
    emailVerified: false,
    authTime: expect.closeTo(Date.now() / 1000, -2),
  });
  expect(await identity.verifyIdToken(await firebase.sign())).toBeDefined();
  expect(firebase.requests).toEqual(['/keys']);
  const before = await firebase.sign();
  await firebase.rotate();
  expect(await identity.verifyIdToken(await firebase.sign())).toBeDefined();
  expect(await identity.verifyIdToken(before)).toBeDefined();
  expect(firebase.requests).toEqual(['/keys', '/keys']);
});

test('tokens with unknown keys do not each cause a fetch', async () => {
  const { identity } = identityAt({ keyCooldownMs: 60_000 });
  const stranger = await firebase.createUnpublishedKey();
  firebase.requests.splice(0);
  for (let n = 0; n < 5; n++) {
    expect(await identity.verifyIdToken(await firebase.sign({}, stranger))).toBeUndefined();
  }
  expect(firebase.requests).toEqual(['/keys']);
});

test.each([
  ['of another issuer', { iss: 'https://securetoken.google.com/another' }],
  ['of another project', { aud: 'another' }],
  ['that has run out', { iat: now() - 2 * hour, exp: now() - hour }],
  ['without a subject', { sub: '' }],
  ['without an address', { email: undefined }],
])('a token %s is refused', async (_name, claims) => {
  expect(await identityAt().identity.verifyIdToken(await firebase.sign(claims))).toBeUndefined();
});

const unsigned = (claims: object = {}) =>
  new UnsecuredJWT({
    iss: `https://securetoken.google.com/${project.projectId}`,
    aud: project.projectId,
    sub: 'uid-1',
    email: 'rana@mail.com',
    iat: now(),
    exp: now() + hour,
    ...claims,
  }).encode();

test('an unsigned token is accepted with the emulator only, and its claims are verified', async () => {
  expect(await identityAt().identity.verifyIdToken(unsigned())).toBeUndefined();
  const { identity } = identityAt({ emulator: '127.0.0.1:9' });
  expect(await identity.verifyIdToken(unsigned())).toMatchObject({ uid: 'uid-1' });
  for (const claims of [
    { iss: 'https://evil.example' },
    { aud: 'another' },
    { exp: now() - hour },
  ]) {
    expect(await identity.verifyIdToken(unsigned(claims))).toBeUndefined();
  }
  expect(await identity.verifyIdToken('nonsense')).toBeUndefined();
});

test.each(['silent', 503, 'garbage'] as const)(
  'unavailable keys (%s) cause an outage error rather than an invalid token, and are fetched again',
  async (fault) => {
    const { identity } = identityAt();
    const token = await firebase.sign();
    firebase.fail(fault);
    await expect(identity.verifyIdToken(token)).rejects.toMatchObject({
      name: 'IdentityUnavailable',
      cause: expect.anything(),
    });
    expect(await identity.verifyIdToken(token)).toBeDefined();
  },
);

test.each(['silent', 503, 'garbage'] as const)(
  'signing in while Firebase is down (%s) returns 503, and later a token and a single user',
  async (fault) => {
    const logged: string[] = [];
    const stream = { write: (line: string) => void logged.push(line) };
    const { log } = fastify({ logger: { level: 'warn', stream } });
    const redial = await createTestApp({ identity: identityAt().identity, log });
    const idToken = await firebase.sign();
    const exchange = () =>
      redial.call(contract.exchangeToken, { body: { email: 'rana@mail.com' }, token: idToken });
    try {
      firebase.fail(fault);
      expect(resultCode(await exchange())).toBe('identity.unavailable');
      expect(logged.join()).toMatch(/IdentityUnavailable/);
      expect(unwrap(await exchange()).token).toMatch(/^eyJ/);
      const body = { name: 'Rana', email: 'rana@mail.com', role: 'seller' } as const;
      const join = () => redial.call(contract.createUser, { body, token: idToken });
      expect(unwrap(await join())).toEqual(unwrap(await join()));
      expect(await redial.db.select().from(users)).toHaveLength(1);
    } finally {
      await redial.close();
    }
  },
);

test.each(['silent', 500, 'garbage'] as const)(
  'a deletion with the response %s is not treated as successful',
  async (fault) => {
    const { identity } = identityAt();
    const user = { name: 'Ida', email: `ida.${fault}@mail.com`, password: 'Redial#2021' };
    const { uid = '' } = (await identity.verifyIdToken(await firebase.signUp(user))) ?? {};
    firebase.fail(fault);
    await expect(identity.deleteAccount(uid)).rejects.toThrow('Firebase cannot be reached');
    expect(await firebase.signIn(user)).toBeDefined();
    await identity.deleteAccount(uid);
    expect(await firebase.signIn(user)).toBeUndefined();
  },
);

test('without a service account a deleted account stays at Firebase, with a warning in the log', async () => {
  const { identity } = identityAt({ serviceAccount: undefined });
  await identity.deleteAccount('uid-1');
  expect(warnings).toEqual([
    'The account uid-1 is not deleted at Firebase: FIREBASE_SERVICE_ACCOUNT is not set',
  ]);
});

test('an address counts as verified once Firebase says so, and never for an unknown account', async () => {
  const { identity, isEmailVerified } = identityAt();
  const user = { name: 'Vera', email: 'vera@mail.com', password: 'Redial#2021' };
  const { uid = '' } = (await identity.verifyIdToken(await firebase.signUp(user))) ?? {};
  expect(await isEmailVerified(uid)).toBe(false);
  firebase.verifyEmail(user.email);
  expect(await isEmailVerified(uid)).toBe(true);
  expect(await isEmailVerified('unknown')).toBe(false);
});

test('ending the sessions revokes the tokens issued until now', async () => {
  const { identity, endSessions } = identityAt();
  const user = { name: 'Enid', email: 'enid@mail.com', password: 'Redial#2021' };
  const { uid = '' } = (await identity.verifyIdToken(await firebase.signUp(user))) ?? {};
  await endSessions(uid);
  const secondsAgo = now() - Number(firebase.validSince(user.email));
  expect(secondsAgo).toBeGreaterThanOrEqual(0);
  expect(secondsAgo).toBeLessThan(60);
  await expect(endSessions('unknown')).rejects.toThrow('USER_NOT_FOUND');
});

test.each(['silent', 503, 'garbage'] as const)(
  'neither verified nor ended is assumed while Firebase is down (%s)',
  async (fault) => {
    const { identity, isEmailVerified, endSessions } = identityAt();
    const user = { name: 'Dora', email: `dora.${fault}@mail.com`, password: 'Redial#2021' };
    const { uid = '' } = (await identity.verifyIdToken(await firebase.signUp(user))) ?? {};
    firebase.verifyEmail(user.email);
    firebase.fail(fault, fault);
    await expect(isEmailVerified(uid)).rejects.toMatchObject({ name: 'IdentityUnavailable' });
    await expect(endSessions(uid)).rejects.toMatchObject({ name: 'IdentityUnavailable' });
    expect(firebase.validSince(user.email)).toBeUndefined();
  },
);

test('without a service account, accounts cannot be administered', async () => {
  const { isEmailVerified, endSessions } = identityAt({ serviceAccount: undefined });
  for (const administer of [isEmailVerified, endSessions]) {
    await expect(administer('uid-1')).rejects.toThrow('FIREBASE_SERVICE_ACCOUNT is required');
  }
});

test('an unknown service account is reported', async () => {
  const stranger = await startFakeFirebase();
  const { identity } = identityAt({ serviceAccount: stranger.serviceAccount });
  await stranger.close();
  await expect(identity.deleteAccount('uid-1')).rejects.toMatchObject({
    cause: new Error('Google issues no token for the service account: 400'),
  });
});

test('the check verifies the API key and the authorized domain', async () => {
  expect(await identityAt().check()).toEqual({ domainAllowed: true });
  expect(await identityAt({ publicUrl: 'https://else.test' }).check()).toEqual({
    domainAllowed: false,
  });
  expect(await identityAt({ apiKey: 'wrong' }).check()).toEqual({
    refused: 'API key not valid. Please pass a valid API key.',
  });
  firebase.fail('silent');
  await expect(identityAt().check()).rejects.toMatchObject({ name: 'IdentityUnavailable' });
});
