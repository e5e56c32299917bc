import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from '../../../test/browser.ts';
import { type TestIdentity, testIdentity } from '../../../test/identity.ts';
import { identityUsers } from '../../db/schema/index.ts';
import { client, type Misdeed, openProvider } from './openid.fixture.ts';

let provider: Awaited<ReturnType<typeof openProvider>>;
let identity: TestIdentity;
beforeAll(async () => {
  provider = await openProvider();
  identity = await testIdentity({ google: { ...client, issuer: provider.issuer } });
});
afterAll(async () => {
  await identity.close();
  await provider.close();
});

/** Signs in through the provider; answers what the window would hand to the page. */
async function signIn(misdeed: Misdeed) {
  provider.misbehave(misdeed);
  const { publicUrl } = identity;
  const start = `${publicUrl}/identity/google/start?origin=${encodeURIComponent(publicUrl)}`;
  const { html } = await browser().open(start);
  const [, data] = /<script type="application\/json" id="data">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(data ?? 'null')?.message;
}

const people = async () => (await identity.db.select().from(identityUsers)).length;
const now = () => Math.floor(Date.now() / 1000);

test.each<[string, Misdeed]>([
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
