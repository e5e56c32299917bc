import { type Access, allEndpoints, buildPath, type Endpoint } from '@redial/contract';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireDeclaredAccess } from '../src/platform/access.ts';
import { newId } from '../src/platform/ids.ts';
import { issueToken } from '../src/platform/tokens.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const callers = [
  'nobody',
  'identity',
  'no record',
  'buyer',
  'seller',
  'admin',
  'moderator',
  'support',
  'removed',
  'expired',
  'other issuer',
  'garbage',
] as const;
type Caller = (typeof callers)[number];

/** Callers with a user record of their own for each request. */
type User = 'buyer' | 'seller' | 'admin' | 'moderator' | 'support';
const withRecord: readonly string[] = ['buyer', 'seller', 'admin', 'moderator', 'support'];
const isUser = (caller: Caller): caller is User => withRecord.includes(caller);

/**
 * The error code that access control returns per caller; `in` if the request reaches the use case.
 */
const expectedCodes: Record<Access, Record<Caller, string>> = {
  public: expectations({ 'no record': 'in', removed: 'account.removed', nobody: 'in' }, 'in'),
  'id-token': expectations({ identity: 'in', removed: 'token.invalid' }, 'token.invalid'),
  session: expectations({ 'no record': 'in' }, 'in'),
  user: expectations({}, 'in'),
  seller: expectations({ buyer: 'role.forbidden', admin: 'role.forbidden' }, 'in'),
  admin: expectations({ buyer: 'role.forbidden', seller: 'role.forbidden' }, 'in'),
  'seller-or-admin': expectations({ buyer: 'role.forbidden' }, 'in'),
  webhook: Object.fromEntries(
    callers.map((caller) => [caller, 'webhook.signature-invalid']),
  ) as Record<Caller, string>,
};

function expectations(own: Partial<Record<Caller, string>>, rest: string): Record<Caller, string> {
  return {
    nobody: 'token.missing',
    identity: 'token.invalid',
    'no record': rest === 'in' ? 'account.profile-missing' : rest,
    buyer: rest,
    seller: rest,
    admin: rest,
    // As a buyer, unless the endpoint names the role.
    moderator: own.buyer ?? rest,
    support: own.buyer ?? rest,
    removed: 'account.removed',
    expired: 'token.invalid',
    'other issuer': 'token.invalid',
    garbage: 'token.invalid',
    ...own,
  };
}

let app: TestApp;
const tokens = new Map<Caller, string | undefined>([['nobody', undefined]]);

beforeAll(async () => {
  app = await createTestApp();
  const gone = await app.insertUser('buyer');
  await app.db.execute(sql`update users set removed_at = now() where id = ${gone.id}`);
  tokens.set('removed', gone.token);
  tokens.set('identity', app.createIdentity().idToken);
  const holder = app.createIdentity();
  tokens.set('no record', await issueToken(app.deps, holder));
  const buyer = await app.insertUser('buyer');
  const past = { now: () => new Date(Date.now() - 2 * 3600_000) };
  tokens.set('expired', await issueToken({ ...app.deps, clock: past }, buyer));
  const elsewhere = { ...app.deps.settings, publicUrl: 'http://other.test' };
  tokens.set('other issuer', await issueToken({ ...app.deps, settings: elsewhere }, buyer));
  tokens.set('garbage', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.');
});
afterAll(() => app.close());

const params = { id: newId(), orderId: newId(), email: 'a@mail.com', categoryName: 'Iphone' };

/** Users with a role are new for each request, because some requests change or delete them. */
async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (!isUser(caller)) return tokens.get(caller);
  if (caller !== 'moderator' && caller !== 'support') return (await app.insertUser(caller)).token;
  return (await app.insertUser('buyer', { staffRole: caller })).token;
}

async function codeFor(endpoint: Endpoint, caller: Caller) {
  const token = await tokenOf(caller);
  const response = await app.server.inject({
    method: endpoint.method,
    url: buildPath(endpoint, { ...params, provider: 'sandbox' }, { email: 'a@mail.com' }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.body ? { payload: {} } : {}),
  });
  const code: unknown = response.statusCode >= 400 ? response.json().code : 'ok';
  return { status: response.statusCode, code };
}

const accessErrors = [
  'token.missing',
  'token.invalid',
  'account.removed',
  'account.profile-missing',
  'role.forbidden',
  'webhook.signature-invalid',
];

test.each(allEndpoints.flatMap((endpoint) => callers.map((caller) => ({ endpoint, caller }))))(
  '[6.4, 6.6, 6.7, 6.8, 6.9, 6.11] $endpoint.method $endpoint.path allows or rejects: $caller',
  async ({ endpoint, caller }) => {
    const { status, code } = await codeFor(endpoint, caller);
    const isNamed = endpoint.staff?.some((role) => role === caller);
    const expected = expectedCodes[endpoint.access][isNamed ? 'admin' : caller];
    const { errors: ownErrors }: Endpoint = endpoint;
    if (expected !== 'in') expect(code).toBe(expected);
    else if (!ownErrors.includes(String(code))) expect(accessErrors).not.toContain(code);
    expect(status).toBeLessThan(500);
  },
);

test('every endpoint of the contract has a route', () => {
  const missing = allEndpoints.filter(
    ({ method, path: url }) => !app.server.hasRoute({ method, url }),
  );
  expect(missing).toEqual([]);
});

test('an app with a route that declares no access level does not start', () => {
  const app = fastify();
  requireDeclaredAccess(app);
  app.get('/declared', { config: { access: 'public' } }, async () => 'ok');
  expect(() => app.get('/open', async () => 'ok')).toThrow('/open declares no access');
});
