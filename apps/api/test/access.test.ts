import { type Access, allEndpoints, type Endpoint, pathOf } from '@redial/contract';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireAccess } from '../src/platform/access.ts';
import { newId } from '../src/platform/ids.ts';
import { issueToken } from '../src/platform/tokens.ts';
import { type TestApp, testApp } from './app.ts';

const callers = [
  'nobody',
  'identity',
  'no record',
  'buyer',
  'seller',
  'admin',
  'removed',
  'expired',
  'other issuer',
  'garbage',
] as const;
type Caller = (typeof callers)[number];

/** The code with which a caller is turned away at the door; `in` where the call itself decides. */
const doors: Record<Access, Record<Caller, string>> = {
  everyone: door({ 'no record': 'in', removed: 'account.removed', nobody: 'in' }, 'in'),
  identity: door({ identity: 'in', removed: 'token.invalid' }, 'token.invalid'),
  token: door({ 'no record': 'in' }, 'in'),
  person: door({}, 'in'),
  seller: door({ buyer: 'role.forbidden', admin: 'role.forbidden' }, 'in'),
  admin: door({ buyer: 'role.forbidden', seller: 'role.forbidden' }, 'in'),
  'seller-or-admin': door({ buyer: 'role.forbidden' }, 'in'),
  signature: Object.fromEntries(callers.map((caller) => [caller, 'webhook.unsigned'])) as Record<
    Caller,
    string
  >,
};

function door(own: Partial<Record<Caller, string>>, rest: string): Record<Caller, string> {
  return {
    nobody: 'token.missing',
    identity: 'token.invalid',
    'no record': rest === 'in' ? 'account.incomplete' : rest,
    buyer: rest,
    seller: rest,
    admin: rest,
    removed: 'account.removed',
    expired: 'token.invalid',
    'other issuer': 'token.invalid',
    garbage: 'token.invalid',
    ...own,
  };
}

let shop: TestApp;
const tokens = new Map<Caller, string | undefined>([['nobody', undefined]]);

beforeAll(async () => {
  shop = await testApp();
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    tokens.set(role, (await shop.person(role)).token);
  }
  const gone = await shop.person('buyer');
  await shop.db.execute(sql`update users set removed_at = now() where id = ${gone.id}`);
  tokens.set('removed', gone.token);
  tokens.set('identity', shop.identity().idToken);
  const holder = shop.identity();
  tokens.set('no record', await issueToken(shop.deps, holder));
  const buyer = await shop.person('buyer');
  const past = { now: () => new Date(Date.now() - 2 * 3600_000) };
  tokens.set('expired', await issueToken({ ...shop.deps, clock: past }, buyer));
  const elsewhere = { ...shop.deps.settings, publicUrl: 'http://other.test' };
  tokens.set('other issuer', await issueToken({ ...shop.deps, settings: elsewhere }, buyer));
  tokens.set('garbage', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.');
});
afterAll(() => shop.close());

const params = { id: newId(), orderId: newId(), email: 'a@mail.com', categoryName: 'Iphone' };

async function codeFor(endpoint: Endpoint, caller: Caller) {
  const token = tokens.get(caller);
  const answer = await shop.app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, { ...params, provider: 'sandbox' }, { email: 'a@mail.com' }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.body ? { payload: {} } : {}),
  });
  const code: unknown = answer.statusCode >= 400 ? answer.json().code : 'ok';
  return { status: answer.statusCode, code };
}

const atTheDoor = [
  'token.missing',
  'token.invalid',
  'account.removed',
  'account.incomplete',
  'role.forbidden',
  'webhook.unsigned',
];

test.each(allEndpoints.flatMap((endpoint) => callers.map((caller) => ({ endpoint, caller }))))(
  '[6.4, 6.6, 6.7, 6.8, 6.9, 6.11] $endpoint.method $endpoint.path lets in or turns away: $caller',
  async ({ endpoint, caller }) => {
    const { status, code } = await codeFor(endpoint, caller);
    const expected = doors[endpoint.access][caller];
    if (expected === 'in') expect(atTheDoor).not.toContain(code);
    else expect(code).toBe(expected);
    expect(status).toBeLessThan(500);
  },
);

test('every call of the contract has its route', () => {
  const missing = allEndpoints.filter(
    ({ method, path: url }) => !shop.app.hasRoute({ method, url }),
  );
  expect(missing).toEqual([]);
});

test('an app in which a route declares no access does not start', () => {
  const app = fastify();
  requireAccess(app);
  app.get('/declared', { config: { access: 'everyone' } }, async () => 'ok');
  expect(() => app.get('/open', async () => 'ok')).toThrow('/open declares no access');
});
