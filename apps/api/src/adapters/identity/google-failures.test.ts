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

/** Signs in through the provider; answers what the window would hand to the page. */
async function signIn(misdeed: OpenIdFaults, { publicUrl } = identity) {
  provider.setFaults(misdeed);
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { html } = await createBrowserSession().open(start);
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data ?? 'null')?.message;
}

const people = async () => (await identity.db.select().from(identityUsers)).length;
const now = () => Math.floor(Date.now() / 1000);

test.each<[string, OpenIdFaults]>([
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another audience', { claims: { aud: 'somebody else' } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['an ID token that has run out', { claims: { iat: now() - 7200, exp: now() - 3600 } }],
  ['a signature of a key that is not published', { signature: 'strange' }],
  ['an ID token that nobody signed', { signature: 'none' }],
  ['another state', { state: 'of-another-sign-in' }],
  ['a fault of its own', { token: 500 }],
  ['a page', { token: 'garbage' }],
])(
  'a provider that answers with %s signs nobody in, and the page is told',
  async (_what, misdeed) => {
    const before = await people();
    expect(await signIn(misdeed)).toMatchObject({
      type: 'redial:google',
      ok: false,
      message: expect.stringMatching(/try again/),
    });
    expect(await people()).toBe(before);
  },
);

test('the right answers sign in afterwards, PKCE included', async () => {
  expect(await signIn({})).toMatchObject({ type: 'redial:google', ok: true, newUser: true });
  expect(await people()).toBe(1);
});

test('a provider that says nothing is given up in time, with its cause in the log, and asked again', async () => {
  logged.length = 0;
  expect(await signIn({ token: 'silent' })).toMatchObject({ ok: false, code: 'unreachable' });
  expect(logged.join()).toMatch(/no answer within 2000 ms.*Google cannot be reached/s);
  expect(await signIn({})).toMatchObject({ ok: true });
});

test.each(['silent', 503, 'garbage'] as const)(
  'a provider that is down at the first sign-in (%s) is told, and asked again at the next',
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

test('what Google sends back works once: said twice, it signs nobody in', async () => {
  provider.setFaults({});
  const { publicUrl } = identity;
  const window = createBrowserSession({ stopAt: '/identity/callback/google' });
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { url } = await window.open(start);
  const outcomes = [];
  for (const _time of [1, 2]) outcomes.push((await window.visit(url)).html.includes('"ok":true'));
  expect(outcomes).toEqual([true, false]);
});
