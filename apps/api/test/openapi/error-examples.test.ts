import { type ErrorCode, possibleErrors, unsubscribe, uploadImage } from '@redial/contract';
import { documentedEndpoints, errorExample, invalidRequestExample } from '@redial/contract/openapi';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueToken } from '../../src/platform/tokens.ts';
import { tableChecksum } from '../security/table-checksum.ts';
import {
  createExampleApp,
  type ExampleApp,
  type RequestOverrides,
  sendExample,
} from './example-app.ts';
import { errorFixturesOf, setUpExample } from './fixtures/index.ts';

type Documented = (typeof documentedEndpoints)[number];

/** Sends a request that fails, and compares the response with the example in the document. */
async function expectError(
  app: ExampleApp,
  { endpoint, example }: Documented,
  code: ErrorCode,
  overrides: RequestOverrides,
) {
  const response = await sendExample(app, endpoint, example, overrides);
  const { method, path } = endpoint;
  expect(response.json(), `${method} ${path}`).toEqual(
    errorExample(endpoint, code, example.errors?.[code]),
  );
  expect(response.headers['content-type']).toContain('application/problem+json');
  if (response.statusCode === 401) expect(response.headers['www-authenticate']).toBe('Bearer');
  if ([429, 503].includes(response.statusCode)) {
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }
}

const specificErrors = documentedEndpoints.flatMap((documented) =>
  Object.entries(errorFixturesOf(documented.name)).map(([code, fixture]) => ({
    ...documented,
    code: code as ErrorCode,
    fixture,
  })),
);

/** Errors before which something is written, with the reason. */
const recordingErrors: Record<string, string> = {
  'uploadPossessionProof image.unavailable':
    'the photo is noted before it is stored, and no longer after the failure',
  'createPaymentIntent payment.unavailable': 'the intent is recorded before the provider is called',
  'recordPayment order.closed': 'the payment has succeeded and will be refunded',
};

test.each(specificErrors.filter(({ fixture }) => typeof fixture === 'function'))(
  '$name returns the error of its example and changes nothing: $code',
  async ({ code, fixture, ...documented }) => {
    const app = await createExampleApp();
    const overrides = typeof fixture === 'function' ? await fixture(app) : {};
    const before = await tableChecksum(app.db);
    await expectError(app, documented, code, overrides);
    const isUnchanged = (await tableChecksum(app.db)) === before;
    expect(isUnchanged).toBe(!(`${documented.name} ${code}` in recordingErrors));
    await app.close();
  },
);

test('only one error has no fixture', () => {
  expect(specificErrors.filter(({ fixture }) => typeof fixture === 'string')).toHaveLength(1);
});

let app: ExampleApp;
const tokens = { removed: '', withoutProfile: '', buyer: '' };
/** Tokens of users who signed in long ago, by role. */
const staleTokens = { buyer: '', seller: '', admin: '' };

beforeAll(async () => {
  app = await createExampleApp();
  const removed = await app.insertUser('buyer');
  await app.db.execute(sql`update users set removed_at = now() where id = ${removed.id}`);
  tokens.removed = removed.token;
  tokens.withoutProfile = await issueToken(app.deps, app.createIdentity({ email: 'new@mail.com' }));
  tokens.buyer = app.buyer.token;
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    const user = await app.insertUser(role);
    staleTokens[role] = await issueToken(app.deps, { ...user, authTime: 0 });
  }
});
afterAll(() => app.close());

/** A token that satisfies the access level of an endpoint. */
function tokenFor({ endpoint: { access } }: Documented, users: ExampleApp = app) {
  if (access === 'public') return undefined;
  if (access === 'id-token') return users.buyer.idToken;
  if (access === 'admin') return users.admin.token;
  return access.startsWith('seller') ? users.seller.token : users.buyer.token;
}

/** Requests that cause the errors common to many endpoints. */
const commonErrors: Partial<Record<ErrorCode, (documented: Documented) => RequestOverrides>> = {
  'token.missing': () => ({}),
  'token.invalid': () => ({ token: 'nonsense' }),
  'account.removed': () => ({ token: tokens.removed }),
  'account.profile-missing': () => ({ token: tokens.withoutProfile }),
  'role.forbidden': () => ({ token: tokens.buyer }),
  'session.step-up-required': ({ endpoint: { access } }) => ({
    token: staleTokens[access === 'admin' || access === 'seller' ? access : 'buyer'],
  }),
  'request.invalid': (documented) => {
    const { error: _, body, ...rest } = invalidRequestExample(documented.endpoint);
    return { token: tokenFor(documented), ...rest, ...(body === undefined ? {} : { body }) };
  },
  'body.too-large': (documented) => ({
    token: tokenFor(documented),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(70_000)),
  }),
  'body.unsupported': (documented) => ({
    token: tokenFor(documented),
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  }),
};

const sharedErrors = documentedEndpoints.flatMap((documented) =>
  possibleErrors(documented.endpoint)
    .filter((code) => code in commonErrors && !(code in errorFixturesOf(documented.name)))
    .map((code) => ({ ...documented, code })),
);

test.each(sharedErrors)(
  '$name returns the error of its example: $code',
  async ({ code, ...documented }) => {
    await expectError(app, documented, code, commonErrors[code]?.(documented) ?? {});
  },
);

test('calls that require a verified address return the error of their examples', async () => {
  const strict = await createExampleApp({ requireVerifiedEmail: true });
  const before = await tableChecksum(strict.db);
  for (const documented of documentedEndpoints) {
    if (!documented.endpoint.verifiedEmail) continue;
    const overrides = { token: tokenFor(documented, strict) };
    await expectError(strict, documented, 'account.email-unverified', overrides);
  }
  expect(await tableChecksum(strict.db)).toBe(before);
  await strict.close();
});

test('calls that suspended users cannot make return the error of their examples', async () => {
  const other = await createExampleApp();
  await other.db.execute(sql`update users set suspended = true`);
  const before = await tableChecksum(other.db);
  for (const documented of documentedEndpoints) {
    if (!documented.endpoint.notSuspended) continue;
    const overrides = { token: tokenFor(documented, other) };
    await expectError(other, documented, 'account.suspended', overrides);
  }
  expect(await tableChecksum(other.db)).toBe(before);
  await other.close();
});

test('calls of admins without a second factor return the error of their examples, and change nothing', async () => {
  const strict = await createExampleApp({ requireAdminTwoFactor: true });
  const gated = documentedEndpoints.filter(({ endpoint }) =>
    possibleErrors(endpoint).includes('account.second-factor-required'),
  );
  expect(gated.map(({ endpoint: { access } }) => access)).toEqual(
    documentedEndpoints
      .map(({ endpoint: { access } }) => access)
      .filter((access) => access === 'admin' || access === 'seller-or-admin'),
  );
  for (const documented of gated) {
    const overrides = { token: strict.admin.token };
    await expectError(strict, documented, 'account.second-factor-required', overrides);
  }
  await strict.close();
});

test('a rate-limited response has Retry-After and matches the examples', async () => {
  const strict = await createExampleApp({ rateLimitScale: 0.0001 });
  const limited = [];
  for (const documented of documentedEndpoints) {
    const { name, endpoint, example } = documented;
    // These delete the account that a second request would need.
    if (name === 'deleteUser' || name === 'deleteOwnAccount') continue;
    const overrides = { token: tokenFor(documented, strict) };
    await sendExample(strict, endpoint, example, overrides);
    const second = await sendExample(strict, endpoint, example, overrides);
    if (second.statusCode !== 429) continue;
    limited.push(name);
    const { detail, ...actual } = second.json();
    const { detail: _, ...expected } = errorExample(endpoint, 'rate.limited');
    expect(actual).toEqual({ ...expected, message: detail });
    expect(detail).toMatch(/^Too many requests: try again in \d+ seconds$/);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(limited).toEqual(
    expect.arrayContaining(['exchangeToken', 'placeOrder', 'reportProduct', 'uploadImage']),
  );
  await strict.close();
});

// The client configuration and the keys of signatures do not depend on the database.
const storedEndpoints = documentedEndpoints.filter(
  ({ name }) => name !== 'getClientConfig' && name !== 'getSelfTestKeys',
);

test('every endpoint returns the internal error of its example if its tables are missing', async () => {
  const broken = await createExampleApp();
  const { token: _, ...upload } = await setUpExample(broken, 'uploadImage', uploadImage);
  const prepared: Partial<Record<string, RequestOverrides>> = {
    uploadImage: upload,
    unsubscribe: await setUpExample(broken, 'unsubscribe', unsubscribe),
  };
  for (const table of ['users', 'products', 'models', 'places', 'devices', 'audit_entries']) {
    await broken.database.executeAsOwner(`alter table ${table} rename to ${table}_away`);
  }
  for (const documented of storedEndpoints) {
    const token = tokenFor(documented, broken);
    const overrides = { ...prepared[documented.name], token };
    await expectError(broken, documented, 'server.internal', overrides);
  }
  await broken.close();
}, 180_000);
