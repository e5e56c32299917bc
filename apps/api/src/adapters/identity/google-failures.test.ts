import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowserSession } from '../../../test/browser-session.ts';
import { createTestIdentity, type TestIdentity } from '../../../test/test-identity.ts';
import { identityUsers } from '../../db/schema/index.ts';
import { client, type OpenIdFaults, startFakeOpenIdProvider } from './openid.fixture.ts';

const logged: string[] = [];
const stream = { write: (line: string) => void logged.push(line) };
const { log } = fastify({ logger: { level: 'warn', stream } });
let provider: Awaited<ReturnType<typeof startFakeOpenIdProvider>>;
let identity: TestIdentity;
beforeAll(async () => {
  provider = await startFakeOpenIdProvider();
  identity = await createTestIdentity({
    google: { ...client, issuer: provider.issuer, timeoutMs: 2000 },
    log,
  });
});
afterAll(async () => {
  await identity.close();
  await provider.close();
});

/** Signs in through the provider. Returns the message that the popup would post to the page. */
async function signIn(faults: OpenIdFaults, { publicUrl } = identity) {
  provider.setFaults(faults);
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { html } = await createBrowserSession().open(start);
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data ?? 'null')?.message;
}

const countUsers = async () => (await identity.db.select().from(identityUsers)).length;
const now = () => Math.floor(Date.now() / 1000);

test.each<[string, OpenIdFaults]>([
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another audience', { claims: { aud: 'somebody else' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an ID token that has run out', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['a signature of a key that is not published', { signature: 'strange' }],
  ['an unsigned ID token', { signature: 'none' }],
  ['another state', { state: 'of-another-sign-in' }],
  ['a fault of its own', { token: 500 }],
  ['a page', { token: 'garbage' }],
])('a sign-in with %s fails with a message', async (_what, faults) => {
  const before = await countUsers();
  expect(await signIn(faults)).toMatchObject({
    type: 'redial:google',
    ok: false,
    message: expect.stringMatching(/try again/),
  });
  expect(await countUsers()).toBe(before);
});

test('valid responses sign in afterwards, including PKCE', async () => {
  expect(await signIn({})).toMatchObject({ type: 'redial:google', ok: true, newUser: true });
  expect(await countUsers()).toBe(1);
});

test('a provider that never responds times out with a log entry, and is retried', async () => {
  logged.length = 0;
  expect(await signIn({ token: 'silent' })).toMatchObject({ ok: false, code: 'unreachable' });
  expect(logged.join()).toMatch(/no response within 2000 ms.*Google cannot be reached/s);
  expect(await signIn({})).toMatchObject({ ok: true });
});

test.each(['silent', 503, 'garbage'] as const)(
  'an outage of the provider at the first sign-in (%s) is reported, and retried at the next one',
  async (discovery) => {
    const fresh = await createTestIdentity({
      google: { ...client, issuer: provider.issuer, timeoutMs: 2000 },
      log,
    });
    try {
      const refused = await signIn({ discovery }, fresh);
      expect(refused).toMatchObject({ ok: false, code: 'unreachable' });
      expect(await signIn({}, fresh)).toMatchObject({ ok: true });
    } finally {
      await fresh.close();
    }
  },
);

test('a replayed callback does not sign in', async () => {
  provider.setFaults({});
  const { publicUrl } = identity;
  const window = createBrowserSession({ stopAt: '/identity/callback/google' });
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { url } = await window.open(start);
  const outcomes = [];
  for (const _time of [1, 2]) outcomes.push((await window.visit(url)).html.includes('"ok":true'));
  expect(outcomes).toEqual([true, false]);
});
