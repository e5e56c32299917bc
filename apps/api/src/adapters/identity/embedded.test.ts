import { sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { createTestIdentity, validPassword } from '../../../test/test-identity.ts';
import { openDatabase } from '../../db/client.ts';
import { identitySessions } from '../../db/schema/identity.ts';
import { createMemoryStore } from '../../platform/rate-limits/index.ts';
import { identityContract } from '../../ports/identity.contract.ts';

identityContract(async () => {
  const { identity, get, post, close } = await createTestIdentity();
  const idToken = async (session: string) => (await get('/token', session)).body.token;
  return {
    identity,
    close,
    signUp: async (user) => idToken((await post('/sign-up/email', user)).body.token),
    signIn: async (user) => {
      const { status, body } = await post('/sign-in/email', user);
      return status === 200 ? idToken(body.token) : undefined;
    },
  };
});

test('the first sign-ins, at once, share one signing key', async () => {
  const identity = await createTestIdentity();
  try {
    const users = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => identity.signUp({ email: `${name}@mail.com` })),
    );
    const tokens = await Promise.all(
      users.map(async ({ body }) => (await identity.get('/token', body.token)).body.token),
    );
    const keys = new Set(tokens.map((token) => decodeProtectedHeader(token).kid));
    expect(keys.size).toBe(1);
    for (const token of tokens) expect(await identity.identity.verifyIdToken(token)).toBeDefined();
  } finally {
    await identity.close();
  }
});

test('[1.18] an ID token is short-lived, has Redial as its audience, and verifies with the published keys', async () => {
  const identity = await createTestIdentity();
  try {
    const { body } = await identity.signUp();
    const { token } = (await identity.get('/token', body.token)).body;
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token);
    expect(exp - iat).toBe(900);
    expect(claims).toEqual({
      sub: body.user.id,
      iss: identity.publicUrl,
      aud: 'redial',
      email: 'rana@mail.com',
      email_verified: false,
      name: 'Rana Ahmed',
      sid: expect.any(String),
      auth_time: expect.closeTo(iat, -1),
    });
    const jwks = await identity.get('/jwks');
    expect(jwks.body).toEqual({
      keys: [expect.objectContaining({ kid: decodeProtectedHeader(token).kid, crv: 'Ed25519' })],
    });
    expect(JSON.stringify(jwks.body)).not.toContain('"d"');
  } finally {
    await identity.close();
  }
});

test('ID tokens are still issued after the secret has changed', async () => {
  const before = await createTestIdentity();
  const after = await createTestIdentity({
    db: before.db,
    secret: 'another secret, also long enough',
  });
  try {
    const old = await before.signUp();
    await before.get('/token', old.body.token);
    const { body } = await after.post('/sign-in/email', {
      email: 'rana@mail.com',
      password: validPassword,
    });
    const { token } = (await after.get('/token', body.token)).body;
    expect(await after.identity.verifyIdToken(token)).toMatchObject({ email: 'rana@mail.com' });
  } finally {
    await after.close();
    await before.close();
  }
});

test('deleting an account ends its sessions', async () => {
  const identity = await createTestIdentity();
  try {
    const { body } = await identity.signUp();
    await identity.identity.deleteAccount(body.user.id);
    expect((await identity.get('/get-session', body.token)).body).toBeNull();
    expect((await identity.get('/token', body.token)).status).toBe(401);
  } finally {
    await identity.close();
  }
});

test('too many sign-ins are rejected with a retry delay', async () => {
  const identity = await createTestIdentity({ rateLimitScale: 0.3 });
  try {
    const attempt = () =>
      identity.post('/sign-in/email', { email: 'nobody@mail.com', password: 'Wrong#2021' });
    const responses = [];
    for (let n = 0; n < 4; n++) responses.push(await attempt());
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
    const { body, headers } = responses[3] ?? (await attempt());
    expect(body).toEqual({ code: 'RATE_LIMITED', message: 'Too many requests, wait a little' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);

    const forged = await identity.postWithHeaders(
      '/sign-in/email',
      { email: 'nobody@mail.com', password: 'Wrong#2021' },
      { 'x-redial-address': '203.0.113.9', 'x-forwarded-for': '203.0.113.9' },
    );
    expect(forged.status).toBe(429);
  } finally {
    await identity.close();
  }
});

/** An identity provider that allows three attempts of a network on an account. */
async function createGuessedIdentity() {
  const store = createMemoryStore();
  const consumed: string[] = [];
  const identity = await createTestIdentity({
    rateLimitScale: 1,
    trustProxy: true,
    createRateLimiter: (rule) => {
      const limiter = store.create(rule.name === 'login' ? { ...rule, max: 3 } : rule);
      const consume = (key: string) => {
        consumed.push(rule.name);
        return limiter.consume(key);
      };
      return { ...limiter, consume };
    },
  });
  onTestFinished(() => identity.close());
  await identity.signUp({ email: 'guessed@mail.com' });
  const attempt = (ip: string, password: string, email = 'guessed@mail.com') =>
    identity.postWithHeaders('/sign-in/email', { email, password }, { 'x-forwarded-for': ip });
  const guess = async (ip: string, times: number) => {
    const statuses = [];
    for (let n = 0; n < times; n++) statuses.push((await attempt(ip, 'Wrong#2021')).status);
    return statuses;
  };
  return { ...identity, attempt, guess, consumed };
}

test('guessing passwords locks out the network that guesses, and nobody else', async () => {
  const { attempt, guess } = await createGuessedIdentity();
  expect(await guess('203.0.113.7', 4)).toEqual([401, 401, 401, 429]);
  const held = await attempt('203.0.113.7', validPassword);
  expect(held).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(800);
  expect((await attempt('203.0.113.8', validPassword)).status).toBe(200);
  // The addresses of an IPv6 network count as one client.
  for (const host of [1, 2, 3]) expect(await guess(`2001:db8:1:2::${host}`, 1)).toEqual([401]);
  expect(await guess('2001:db8:1:2::4', 1)).toEqual([429]);
});

test('a sign-in resets the count of its network', async () => {
  const { attempt, guess } = await createGuessedIdentity();
  for (let round = 0; round < 2; round++) {
    expect(await guess('203.0.113.7', 2)).toEqual([401, 401]);
    expect((await attempt('203.0.113.7', validPassword)).status).toBe(200);
  }
});

test('the owner of an account is notified once a day that a network was locked out', async () => {
  const { attempt, guess, lockouts } = await createGuessedIdentity();
  await guess('203.0.113.7', 3);
  expect(lockouts).toEqual([]);
  await guess('203.0.113.7', 3);
  await guess('203.0.113.8', 6);
  for (let n = 0; n < 5; n++) await attempt('203.0.113.9', 'Wrong#2021', 'nobody@mail.com');
  await expect.poll(() => lockouts).toMatchObject([{ email: 'guessed@mail.com' }]);
});

test('attempts that the limit of the network rejects do not count against an account', async () => {
  const { attempt, guess, consumed, lockouts } = await createGuessedIdentity();
  for (let n = 0; n < 10; n++) await attempt('203.0.113.7', 'Wrong#2021', `n${n}@mail.com`);
  consumed.length = 0;
  expect(await guess('203.0.113.7', 5)).toEqual(Array(5).fill(429));
  expect(new Set(consumed)).toEqual(new Set(['login-network']));
  expect(lockouts).toEqual([]);
});

test('a password reset ends the lockout of every network', async () => {
  const { post, attempt, guess, resets } = await createGuessedIdentity();
  for (const ip of ['203.0.113.7', '203.0.113.8']) expect((await guess(ip, 4)).at(-1)).toBe(429);
  await post('/request-password-reset', { email: 'guessed@mail.com' });
  const { token } = resets.at(-1) ?? {};
  await post('/reset-password', { token, newPassword: 'Another#2022' });
  for (const ip of ['203.0.113.7', '203.0.113.8']) {
    expect((await attempt(ip, 'Another#2022')).status).toBe(200);
  }
});

test('without its database the provider reports that it is unavailable', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/none', { onError: () => undefined });
  const identity = await createTestIdentity({ db: away });
  try {
    const response = await identity.post('/sign-in/email', {
      email: 'rana@mail.com',
      password: validPassword,
    });
    expect(response).toMatchObject({ status: 503, body: { code: 'server.unavailable' } });
    await expect(identity.identity.verifyIdToken(unknownKey)).rejects.toThrow();
  } finally {
    await identity.close();
    await away.$client.end();
  }
});

/** Well-formed, so that verification needs the issuer's keys. */
const unknownKey = [{ alg: 'EdDSA', kid: 'unknown' }, { sub: 'uid' }, 'signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

test('a session is active until sign-out, password reset or expiry ends it', async () => {
  const identity = await createTestIdentity();
  try {
    const isActive = async (idToken: string) => {
      const claims = await identity.identity.verifyIdToken(idToken);
      return claims && identity.identity.isSessionActive(claims);
    };
    const open = async () => {
      const { body } = await identity.post('/sign-in/email', {
        email: 'rana@mail.com',
        password: validPassword,
      });
      const { token: idToken } = (await identity.get('/token', body.token)).body;
      expect(await isActive(idToken)).toBe(true);
      return { session: body.token, idToken };
    };
    const { body: account } = await identity.signUp();
    const first = await open();
    const second = await open();
    await identity.post('/sign-out', {}, first.session);
    expect(await isActive(first.idToken)).toBe(false);
    expect(await isActive(second.idToken)).toBe(true);
    const claims = await identity.identity.verifyIdToken(second.idToken);
    expect(await identity.identity.isSessionActive({ ...claims, uid: 'another' })).toBe(false);
    expect(await identity.identity.isSessionActive({ uid: account.user.id })).toBe(false);

    await identity.db.update(identitySessions).set({ expiresAt: sql`now()` });
    expect(await isActive(second.idToken)).toBe(false);

    const third = await open();
    await identity.post('/request-password-reset', { email: 'rana@mail.com' });
    const { token } = identity.resets.at(-1) ?? {};
    await identity.post('/reset-password', { token, newPassword: 'Another#2022' });
    expect(await isActive(third.idToken)).toBe(false);
  } finally {
    await identity.close();
  }
});

test('the verification link goes to the address of the session, whatever the body says', async () => {
  const identity = await createTestIdentity();
  try {
    const { body } = await identity.signUp();
    expect((await identity.post('/send-verification-email', {})).status).toBe(401);
    const other = { email: 'victim@mail.com' };
    expect((await identity.post('/send-verification-email', other, body.token)).status).toBe(200);
    expect(identity.verifications).toEqual([
      { uid: body.user.id, email: 'rana@mail.com', token: expect.any(String) },
    ]);
  } finally {
    await identity.close();
  }
});

/** An identity provider that requires verified addresses. */
async function createStrictIdentity() {
  const identity = await createTestIdentity({ requireVerifiedEmail: true });
  onTestFinished(() => identity.close());
  const signIn = (password = validPassword) =>
    identity.post('/sign-in/email', { email: 'rana@mail.com', password });
  return { ...identity, signIn };
}

test('where verified addresses are required, an account signs in once the mailed link was used', async () => {
  const { signUp, signIn, post, verifications } = await createStrictIdentity();
  expect(await signUp()).toMatchObject({ status: 200, body: { token: null } });
  expect(verifications).toMatchObject([{ email: 'rana@mail.com' }]);
  expect((await signIn('Wrong#2021')).body.code).toBe('INVALID_EMAIL_OR_PASSWORD');
  expect(verifications).toHaveLength(1);
  expect(await signIn()).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
  expect((await post('/verify-email', { token: 'forged' })).status).toBe(401);
  expect((await signIn()).status).toBe(403);
  // Each sign-in with the right password sends the link again.
  expect(verifications).toHaveLength(3);
  const { token } = verifications.at(-1) ?? {};
  expect((await post('/verify-email', { token })).status).toBe(200);
  expect(await signIn()).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
});

test('where verified addresses are required, sign-up answers the same for new and known addresses, in the same time', async () => {
  const { signUp, signIn, post, verifications, repeatedSignUps } = await createStrictIdentity();
  const attempt = async (email: string, password: string) => {
    const before = performance.now();
    const { status, body, headers } = await signUp({ email, password });
    const names = [...headers.keys()].sort();
    return { response: { status, body, names }, took: performance.now() - before };
  };
  const fresh = await attempt('rana@mail.com', validPassword);
  await post('/verify-email', { token: verifications[0]?.token });
  const known = await attempt('RANA@mail.com', 'Another#2022');
  expect(known.response).toEqual(fresh.response);
  for (const { took } of [fresh, known]) expect(took).toBeGreaterThanOrEqual(495);
  expect(repeatedSignUps).toMatchObject([{ email: 'rana@mail.com' }]);
  expect(verifications).toHaveLength(1);
  expect((await signIn('Another#2022')).status).toBe(401);
  expect((await signIn()).status).toBe(200);

  // Two at once differ neither: one of them meets the account that the other creates.
  const both = await Promise.all([1, 2].map(() => attempt('new@mail.com', validPassword)));
  for (const { response } of both) expect(response).toEqual(fresh.response);
  // What is wrong with the request itself is still said.
  expect((await signUp({ password: 'weak' })).status).toBe(422);
});
