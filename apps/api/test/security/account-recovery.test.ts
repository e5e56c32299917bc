import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEndToken } from '../../src/adapters/identity/end-links.ts';
import { createAuthenticator } from '../../src/adapters/identity/passkeys.fixture.ts';
import { codeOf, enrol } from '../../src/adapters/identity/two-factor.fixture.ts';
import { identityUsers } from '../../src/db/schema/index.ts';
import { createUnsubscribeLinks } from '../../src/features/notifications/index.ts';
import { createBrowserSession } from '../browser-session.ts';
import { createTestIdentity, validPassword } from '../test-identity.ts';

/*
 * Accounts that are taken back from a thief, and the links and cookies that speak for an account.
 */

// Many passwords are hashed.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'a secret of the tests, long enough to sign with';
const [owner, thief] = ['rana@mail.com', 'thief@mail.com'];

async function startIdentity() {
  const identity = await createTestIdentity({ secret });
  onTestFinished(() => identity.close());
  return identity;
}

/** An account whose address is confirmed, taken over: a thief has changed its address, and is signed in. */
async function takeOver() {
  const identity = await startIdentity();
  const { db, post, signUp, emailChanges } = identity;
  const { token, user } = (await signUp()).body;
  await db.update(identityUsers).set({ emailVerified: true });
  const follow = (change = emailChanges.at(-1)) =>
    post('/change-email/follow', { token: change && 'token' in change ? change.token : '' });
  const signIn = async (email: string, password = validPassword) =>
    (await post('/sign-in/email', { email, password })).body;
  return {
    ...identity,
    uid: user.id,
    ownSession: token,
    signIn,
    /** Changes the address. @returns a session of the thief, and the step back for the owner. */
    async steal() {
      await post('/change-email', { newEmail: thief }, token);
      await follow();
      await follow();
      const link = emailChanges.at(-1);
      return { session: (await signIn(thief)).token, takeBack: () => follow(link) };
    },
    /** What the owner does after that. */
    async setPassword(newPassword: string) {
      await post('/request-password-reset', { email: owner });
      const sent = { token: identity.resets.at(-1)?.token, newPassword };
      expect((await post('/reset-password', sent)).status).toBe(200);
    },
  };
}

/** Signs in with sandbox Google in a popup. @returns what its last page hands over. */
async function signInWithGoogle(publicUrl: string, email: string) {
  const window = createBrowserSession();
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { url } = await window.open(start);
  const { html } = await window.submit(url, { account: 'other', name: 'Thief', email });
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data ?? 'null').message as { ok: boolean; newUser?: boolean; token?: string };
}

describe('an address that is taken back takes the account from the thief:', () => {
  test('a passkey that was added meanwhile opens it no more', async () => {
    const account = await takeOver();
    const own = createAuthenticator(account);
    await own.add(account.ownSession);
    const { session, takeBack } = await account.steal();
    const stolen = createAuthenticator(account);
    await stolen.add(session);
    expect((await stolen.signIn()).status).toBe(200);
    expect((await takeBack()).body).toEqual({ outcome: 'reverted' });
    expect((await stolen.signIn()).status).toBe(401);
    expect((await own.signIn()).status, 'that of the owner').toBe(200);
  });

  test('an authenticator app that was added meanwhile does not lock the owner out', async () => {
    const account = await takeOver();
    const { session, takeBack } = await account.steal();
    await enrol(account, session);
    await takeBack();
    await account.setPassword('Another#2022');
    expect(await account.signIn(owner, 'Another#2022')).toMatchObject({
      token: expect.any(String),
    });
  });

  test('one that the owner had before still asks for its code', async () => {
    const account = await takeOver();
    const { secret: key } = await enrol(account, account.ownSession);
    await account.post('/change-email', { newEmail: thief }, account.ownSession);
    for (const _ of ['old', 'new']) {
      const change = account.emailChanges.at(-1) as { token: string };
      await account.post('/change-email/follow', { token: change.token });
    }
    const back = account.emailChanges.at(-1) as { token: string };
    expect((await account.post('/change-email/follow', { token: back.token })).status).toBe(200);
    await account.setPassword('Another#2022');
    const { token, challenge } = await account.signIn(owner, 'Another#2022');
    expect(token).toBeNull();
    const code = await codeOf(key);
    expect((await account.post('/two-factor/verify', { challenge, code })).status).toBe(200);
  });

  test('a Google account that was linked meanwhile opens it no more', async () => {
    const account = await takeOver();
    const { takeBack } = await account.steal();
    const linked = await signInWithGoogle(account.publicUrl, thief);
    expect(linked).toMatchObject({ ok: true, newUser: false });
    await takeBack();
    const { token } = await signInWithGoogle(account.publicUrl, thief);
    const { body } = await account.get('/get-session', token);
    expect(body.user.id).not.toBe(account.uid);
  });
});

test.each(['reset', 'changed'])(
  'a change of the address that a thief has begun ends with a password that the owner has %s',
  async (how) => {
    const { post, signUp, emailChanges, resets, db } = await startIdentity();
    const { token } = (await signUp()).body;
    // Of an address that nobody has confirmed, only the new one has to agree, and there is no way back.
    await post('/change-email', { newEmail: thief }, token);
    const change = emailChanges.at(-1) as { token: string };
    await post('/request-password-reset', { email: owner });
    const newPassword = 'Another#2022';
    const { status } =
      how === 'reset'
        ? await post('/reset-password', { token: resets[0]?.token, newPassword })
        : await post('/change-password', { currentPassword: validPassword, newPassword }, token);
    expect(status).toBe(200);
    expect((await post('/change-email/follow', { token: change.token })).status).toBe(422);
    const [user] = await db.select().from(identityUsers);
    expect(user?.email).toBe(owner);
  },
);

describe('the link that confirms an address', () => {
  test('is not one that stops mails, though one key signs both', async () => {
    const { post, signUp, get, publicUrl } = await startIdentity();
    const { token, user } = (await signUp()).body;
    const settings = { publicUrl, sessionSecret: secret };
    const { page } = await createUnsubscribeLinks(settings, { userId: user.id, scope: 'daily' });
    const sent = { token: new URL(page).searchParams.get('token') };
    expect(await post('/verify-email', sent)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    });
    expect((await get('/get-session', token)).body.user.emailVerified).toBe(false);
  });

  test('is refused, whatever its token is', async () => {
    const { post } = await startIdentity();
    for (const text of [
      '\\ud800',
      '\\u0000',
      '%',
      'a.b',
      'a b',
      '../get-session',
      '?token=x',
      'e30.e30.',
    ]) {
      expect((await post('/verify-email', `{"token":"${text}"}`)).status, text).toBe(401);
    }
  });
});

test('the cookie of a session speaks for nobody where something changes, from no origin', async () => {
  const { signUp, postWithHeaders, emailChanges, publicUrl } = await startIdentity();
  const cookie = (await signUp()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(cookie).toContain('session_token=');
  const calls: [string, object][] = [
    ['/change-email', { newEmail: thief }],
    ['/change-password', { currentPassword: validPassword, newPassword: 'Another#2022' }],
    ['/sessions/end', { id: 'x' }],
    ['/send-verification-email', {}],
    ['/two-factor/set-up', {}],
    ['/two-factor/confirm', { code: '123456' }],
    ['/two-factor/switch-off', {}],
    ['/two-factor/recovery-codes', {}],
    ['/passkeys/add/options', {}],
    ['/passkeys/rename', { id: 'x', name: 'x' }],
    ['/passkeys/remove', { id: 'x' }],
  ];
  for (const origin of ['http://evil.example', publicUrl]) {
    for (const [path, body] of calls) {
      const { status } = await postWithHeaders(path, body, { cookie, origin });
      expect(status, `${path} from ${origin}`).toBe(401);
    }
  }
  for (const path of ['/sign-out', '/update-user']) {
    const sent = { cookie, origin: 'http://evil.example' };
    expect((await postWithHeaders(path, { name: 'X' }, sent)).status, path).toBe(403);
  }
  expect(emailChanges).toEqual([]);
});

test('a token of one purpose works for no other', async () => {
  const identity = await startIdentity();
  const { post, get, signUp, publicUrl, resets, verifications, emailChanges } = identity;
  const { token: session, user } = (await signUp()).body;
  await post('/send-verification-email', {}, session);
  await post('/request-password-reset', { email: owner });
  await post('/change-email', { newEmail: thief }, session);
  const change = emailChanges.at(-1) as { token: string };
  const settings = { publicUrl, sessionSecret: secret };
  const stops = await createUnsubscribeLinks(settings, { userId: user.id, scope: 'daily' });
  const tokens = {
    session,
    identity: (await get('/token', session)).body.token,
    verification: verifications[0]?.token ?? '',
    reset: resets[0]?.token ?? '',
    change: change.token,
    device: await createEndToken({ publicUrl, secret }, { uid: user.id, device: 'x' }),
    mails: new URL(stops.page).searchParams.get('token') ?? '',
  };
  expect(new Set(Object.values(tokens)).size).toBe(Object.keys(tokens).length);
  const uses: Record<string, (token: string) => Promise<{ status: number; body: object | null }>> =
    {
      session: (token) => get('/get-session', token),
      // The last ones, as they use their token up.
      device: (token) => post('/sessions/end-device', { token }),
      verification: (token) => post('/verify-email', { token }),
      reset: (token) => post('/reset-password', { token, newPassword: 'Another#2022' }),
      // A new password ends a change that is under way.
      change: (token) => post('/change-email/follow', { token }),
    };
  for (const [purpose, use] of Object.entries(uses)) {
    for (const [kind, token] of Object.entries(tokens)) {
      if (kind === purpose) continue;
      const { status, body } = await use(token);
      expect(body === null ? 401 : status, `${kind} as ${purpose}`).toBeOneOf([400, 401, 422]);
    }
  }
  delete uses.change;
  for (const [purpose, use] of Object.entries(uses)) {
    expect((await use(tokens[purpose as keyof typeof tokens])).status, purpose).toBe(200);
  }
});

test('odd values are refused by every call that changes an account', async () => {
  const { post, signUp } = await startIdentity();
  const { token } = (await signUp()).body;
  const calls: Record<string, readonly string[]> = {
    '/two-factor/verify': ['challenge', 'code', 'device'],
    '/two-factor/confirm': ['code'],
    '/passkeys/add': ['challenge', 'response'],
    '/passkeys/sign-in': ['challenge', 'response', 'device'],
    '/passkeys/rename': ['id', 'name'],
    '/passkeys/remove': ['id'],
    '/request-password-reset': ['email'],
    '/reset-password': ['token', 'newPassword'],
    '/verify-email': ['token'],
    '/change-email': ['newEmail'],
    '/change-email/follow': ['token'],
    '/sessions/end': ['id'],
    '/sessions/end-device': ['token'],
    '/update-user': ['name', 'image'],
  };
  const odd = [
    'null',
    '1e400',
    '"\\u0000"',
    '"\\ud800"',
    '[]',
    '["a"]',
    '{"a":1}',
    '"__proto__"',
    '"%00"',
    '"%"',
  ];
  const valid: Record<string, unknown> = { newPassword: 'Another#2022', code: '123456' };
  for (const [path, fields] of Object.entries(calls)) {
    for (const field of fields) {
      const others = fields.filter((name) => name !== field);
      const rest = others.map((name) => `"${name}":${JSON.stringify(valid[name] ?? 'abc')},`);
      for (const value of odd) {
        const body = `{${rest.join('')}"${field}":${value}}`;
        const { status } = await post(path, body, token);
        expect(status, `${path} ${body}`).toBeLessThan(500);
      }
    }
  }
});
