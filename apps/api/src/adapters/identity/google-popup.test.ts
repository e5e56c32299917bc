import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserPage, createBrowserSession } from '../../../test/browser-session.ts';
import {
  createTestIdentity,
  type TestIdentity,
  validPassword,
} from '../../../test/test-identity.ts';
import { identityAccounts, identitySessions } from '../../db/schema/index.ts';
import { codeOf, enrol } from './two-factor.fixture.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await createTestIdentity();
});
afterAll(() => identity.close());

const start = (origin = identity.publicUrl) =>
  `${identity.publicUrl}/identity/google/start?origin=${encodeURIComponent(origin)}`;

/** The message that the popup's last page posts to its opener. */
function handedOver({ html }: BrowserPage) {
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data ?? 'null');
}

/** Runs a whole sign-in in a popup. */
async function signInAs(fields: Record<string, string>) {
  const window = createBrowserSession();
  const pickerPage = await window.open(start());
  return handedOver(await window.submit(pickerPage.url, fields));
}

const other = (name: string, email: string) => ({ account: 'other', name, email });

async function buttonOf(name: string) {
  const { html } = await createBrowserSession().open(start());
  const [, value] =
    new RegExp(
      `value="([^"]+)">\\s*<span[^>]*>[^<]*</span>\\s*<span class="who"><strong>${name}`,
    ).exec(html) ?? [];
  return { account: value ?? '' };
}

test('picking an account signs in, first as a new and then as a known user', async () => {
  const nora = await buttonOf('Nora Lindqvist');
  const first = await signInAs(nora);
  expect(first).toEqual({
    target: identity.publicUrl,
    message: { type: 'redial:google', ok: true, newUser: true, token: expect.any(String) },
  });
  const { token } = (await identity.get('/token', first.message.token)).body;
  expect(decodeJwt(token)).toMatchObject({
    email: 'nora.lindqvist@example.com',
    email_verified: true,
    name: 'Nora Lindqvist',
    picture: expect.stringContaining('/sandbox-google/face/NL-'),
  });

  const second = await signInAs(nora);
  expect(second.message).toMatchObject({ ok: true, newUser: false });
  const again = (await identity.get('/token', second.message.token)).body.token;
  expect(decodeJwt(again).sub).toBe(decodeJwt(token).sub);
});

test('an address that only the password form would reject signs in through Google', async () => {
  const { message } = await signInAs(other('Xenia', 'X+y@mail.info'));
  const session = await identity.get('/get-session', message.token);
  expect(session.body.user).toMatchObject({ email: 'x+y@mail.info', name: 'Xenia' });
});

test("the popup gets no session cookie, and Google's tokens are not stored", async () => {
  const window = createBrowserSession();
  const pickerPage = await window.open(start());
  await window.submit(pickerPage.url, other('No Cookie', 'no-cookie@example.com'));
  expect(window.cookies().filter((name) => name.includes('session_token'))).toEqual([]);
  const rows = await identity.db
    .select()
    .from(identityAccounts)
    .where(eq(identityAccounts.providerId, 'google'));
  expect(rows.length).toBeGreaterThan(0);
  for (const { accessToken, refreshToken, idToken } of rows) {
    expect([accessToken, refreshToken, idToken]).toEqual([null, null, null]);
  }
});

test('an account with a second factor is asked for it after Google, too', async () => {
  const person = other('Two Steps', 'two-steps@example.com');
  const { token } = (await signInAs(person)).message;
  const { secret } = await enrol(identity, token, 0);
  const window = createBrowserSession();
  const pickerPage = await window.open(start());
  const { target, message } = handedOver(await window.submit(pickerPage.url, person));
  expect(target).toBe(identity.publicUrl);
  expect(message).toEqual({ type: 'redial:google', ok: true, challenge: expect.any(String) });
  const { challenge } = message;
  expect(window.cookies().filter((name) => /session_token|two_factor/.test(name))).toEqual([]);
  expect((await identity.get('/token', challenge)).status).toBe(401);
  const { body } = await identity.post('/two-factor/verify', {
    challenge,
    // The current code has been used.
    code: await codeOf(secret, 1),
  });
  expect((await identity.get('/get-session', body.token)).body.user.email).toBe(person.email);
});

test('cancelling is reported as such', async () => {
  expect(await signInAs({ account: 'cancel' })).toEqual({
    target: identity.publicUrl,
    message: {
      type: 'redial:google',
      ok: false,
      code: 'access_denied',
      message: 'Sign-in with Google was cancelled',
    },
  });
});

test('an unverified Google address cannot sign in', async () => {
  const { message } = await signInAs(await buttonOf('Theo Brandt'));
  expect(message).toMatchObject({ ok: false, code: 'google_email_unverified' });
});

test('Google is not linked to a password account with an unverified address', async () => {
  const hijacker = await identity.signUp({ email: 'victim@example.com' });
  const refused = await signInAs(other('Victim', 'victim@example.com'));
  expect(refused.message).toMatchObject({ ok: false, code: 'account_not_linked' });
  expect(refused.message.message).toContain('Forgot password');

  // The owner of the mailbox resets the password; after that, Google sign-in works.
  await identity.post('/request-password-reset', { email: 'victim@example.com' });
  const { token } = identity.resets.at(-1) ?? {};
  await identity.post('/reset-password', { token, newPassword: 'Mine#2022' });
  const accepted = await signInAs(other('Victim', 'victim@example.com'));
  expect(accepted.message).toMatchObject({ ok: true, newUser: false });

  const accounts = await identity.get('/list-accounts', accepted.message.token);
  expect(accounts.body).toHaveLength(2);
  expect((await identity.get('/get-session', hijacker.body.token)).body).toBeNull();
  const old = await identity.post('/sign-in/email', {
    email: 'victim@example.com',
    password: validPassword,
  });
  expect(old.status).toBe(401);
});

test('signing up cannot add a password to a Google account', async () => {
  await signInAs(other('Gina', 'gina@example.com'));
  expect((await identity.signUp({ email: 'gina@example.com' })).status).toBe(422);
});

test('the authorization request has state, nonce and a PKCE challenge', async () => {
  const response = await fetch(start(), { redirect: 'manual' });
  const asked = new URL(response.headers.get('location') ?? '');
  expect(asked.href).toContain(`${identity.publicUrl}/sandbox-google/auth?`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: `${identity.publicUrl}/identity/callback/google`,
    prompt: 'select_account',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/.{16,}/),
    state: expect.stringMatching(/.{16,}/),
  });

  // The provider rejects a request without a PKCE challenge.
  asked.searchParams.delete('code_challenge');
  asked.searchParams.delete('code_challenge_method');
  const refused = await createBrowserSession({ stopAt: '/identity/callback/google' }).open(
    asked.href,
  );
  expect(new URL(refused.url).searchParams.get('error')).toBe('invalid_request');
});

test('only allowed origins can start a sign-in and receive its result', async () => {
  const { status, html } = await createBrowserSession().open(start('https://evil.example'));
  expect(status).toBe(403);
  expect(html).toContain('Sign-in refused');
});

test('a sign-in started in another browser cannot be completed in this one', async () => {
  const before = await identity.db.select().from(identitySessions);
  const attacker = createBrowserSession({ stopAt: '/identity/callback/google' });
  const pickerPage = await attacker.open(start());
  const callback = await attacker.submit(pickerPage.url, other('Mallory', 'mallory@example.com'));
  expect(callback.url).toContain('code=');

  const victim = await createBrowserSession().open(callback.url);
  expect(handedOver(victim).message).toMatchObject({ ok: false });
  expect(await identity.db.select().from(identitySessions)).toHaveLength(before.length);
});

test('a callback with a changed state or code is rejected', async () => {
  const window = createBrowserSession({ stopAt: '/identity/callback/google' });
  const pickerPage = await window.open(start());
  const { url } = await window.submit(pickerPage.url, other('Nobody', 'nobody@example.com'));
  const changed = new URL(url);
  changed.searchParams.set('state', 'another');
  expect(handedOver(await window.visit(changed.href)).message).toMatchObject({ ok: false });
  const forged = new URL(url);
  forged.searchParams.set('code', 'forged');
  expect(handedOver(await window.visit(forged.href)).message).toMatchObject({ ok: false });
});

test("the popup's pages keep the reference to their opener", async () => {
  const window = createBrowserSession();
  const pickerPage = await window.open(start());
  const done = await window.submit(pickerPage.url, { account: 'cancel' });
  for (const { headers } of [pickerPage, done]) {
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'nonce-/);
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('the account picker validates another account', async () => {
  const window = createBrowserSession();
  const pickerPage = await window.open(start());
  const invalid = await window.submit(pickerPage.url, other('<b>Ann</b>', 'nonsense'));
  expect(invalid.status).toBe(422);
  expect(invalid.html).toContain('Give an e-mail address');
  expect(invalid.html).not.toContain('<b>Ann</b>');
});

test('an expired account picker shows a message', async () => {
  const { status, html } = await createBrowserSession().open(
    `${identity.publicUrl}/sandbox-google/interaction/unknown`,
  );
  expect(status).toBe(400);
  expect(html).toContain('start again');
});

test('an unreachable Google is reported, and retried at the next sign-in', async () => {
  const down = await createTestIdentity({
    google: { issuer: 'http://127.0.0.1:9', clientId: 'redial', clientSecret: 'secret' },
  });
  try {
    for (const _attempt of [1, 2]) {
      const window = await createBrowserSession().open(
        `${down.publicUrl}/identity/google/start?origin=${encodeURIComponent(down.publicUrl)}`,
      );
      expect(handedOver(window).message).toMatchObject({ ok: false, code: 'unreachable' });
    }
  } finally {
    await down.close();
  }
});
