import { type ErrorCode, possibleErrors } from '@redial/contract';
import { documentedEndpoints, errorExample, invalidRequestExample } from '@redial/contract/openapi';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { issueToken } from '../../src/platform/tokens.ts';
import { type ErrorFixture, errorFixtures } from './error-fixtures.ts';
import {
  createExampleApp,
  type ExampleApp,
  type RequestOverrides,
  sendExample,
} from './example-app.ts';
import { exampleSetups } from './example-fixtures.ts';

type Documented = (typeof documentedEndpoints)[number];

/** Sends a request that is refused, and compares the refusal with the document's example of it. */
async function expectRefusal(
  app: ExampleApp,
  one: Documented,
  code: ErrorCode,
  change: RequestOverrides,
) {
  const { call, example } = one;
  const answer = await sendExample(app, call, example, change);
  expect(answer.json()).toEqual(errorExample(call, code, example.problems?.[code]));
  expect(answer.headers['content-type']).toContain('application/problem+json');
  if ([429, 503].includes(answer.statusCode)) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
}

const own = documentedEndpoints.flatMap((one) =>
  Object.entries<ErrorFixture>(errorFixtures[one.name]).map(([code, refusal]) => ({
    ...one,
    code: code as ErrorCode,
    refusal,
  })),
);

test.each(own.filter(({ refusal }) => typeof refusal === 'function'))(
  '$name refuses as its example says: $code',
  async ({ code, refusal, ...one }) => {
    const app = await createExampleApp();
    if (typeof refusal === 'function') await expectRefusal(app, one, code, await refusal(app));
    await app.close();
  },
);

test('what cannot be brought about here is one refusal only', () => {
  expect(own.filter(({ refusal }) => typeof refusal === 'string')).toHaveLength(1);
});

let app: ExampleApp;
const tokens = { removed: '', holder: '', buyer: '' };

beforeAll(async () => {
  app = await createExampleApp();
  const gone = await app.insertUser('buyer');
  await app.db.execute(sql`update users set removed_at = now() where id = ${gone.id}`);
  tokens.removed = gone.token;
  tokens.holder = await issueToken(app.deps, { uid: newId(), email: 'new@mail.com' });
  tokens.buyer = app.buyer.token;
});
afterAll(() => app.close());

/** The token of somebody who is let in at the door of a call. */
function insider({ call }: Documented, people: ExampleApp = app): string | undefined {
  if (call.access === 'public') return undefined;
  if (call.access === 'id-token') return people.buyer.idToken;
  if (call.access === 'admin') return people.admin.token;
  return call.access.startsWith('seller') ? people.seller.token : people.buyer.token;
}

/** The refusals that many calls have in common. */
const common: Partial<Record<ErrorCode, (one: Documented) => RequestOverrides>> = {
  'token.missing': () => ({}),
  'token.invalid': () => ({ token: 'nonsense' }),
  'account.removed': () => ({ token: tokens.removed }),
  'account.profile-missing': () => ({ token: tokens.holder }),
  'role.forbidden': () => ({ token: tokens.buyer }),
  'request.invalid': (one) => {
    const { problem: _, body, ...rest } = invalidRequestExample(one.call);
    return { token: insider(one), ...rest, ...(body === undefined ? {} : { body }) };
  },
  'body.too-large': (one) => ({
    token: insider(one),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(70_000)),
  }),
  'body.unsupported': (one) => ({
    token: insider(one),
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  }),
};

const shared = documentedEndpoints.flatMap((one) =>
  possibleErrors(one.call)
    .filter((code) => code in common && !(code in errorFixtures[one.name]))
    .map((code) => ({ ...one, code })),
);

test.each(shared)('$name refuses as its example says: $code', async ({ code, ...one }) => {
  await expectRefusal(app, one, code, common[code]?.(one) ?? {});
});

test('a call too many is told when to come back, as the examples say', async () => {
  const strict = await createExampleApp({ rateLimitScale: 0.0001 });
  const limited = [];
  for (const one of documentedEndpoints) {
    // Who is deleted is let in nowhere.
    if (one.name === 'deleteUser' || one.name === 'deleteOwnAccount') continue;
    const change = { token: insider(one, strict) };
    await sendExample(strict, one.call, one.example, change);
    const again = await sendExample(strict, one.call, one.example, change);
    if (again.statusCode !== 429) continue;
    limited.push(one.name);
    const { detail, ...said } = again.json();
    const { detail: _, ...told } = errorExample(one.call, 'rate.limited');
    expect(said).toEqual({ ...told, message: detail });
    expect(detail).toMatch(/^Too many requests: try again in \d+ (minute|hour)s?$/);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(limited).toEqual(
    expect.arrayContaining(['exchangeToken', 'placeOrder', 'reportProduct', 'uploadImage']),
  );
  await strict.close();
});

// The settings of an installation come from no database.
const stored = documentedEndpoints.filter(({ name }) => name !== 'getClientConfig');

test('with its tables gone every call fails as its example says', async () => {
  const broken = await createExampleApp();
  const { token: _, ...upload } = await exampleSetups.uploadImage(broken);
  for (const table of ['users', 'products']) {
    await broken.db.execute(`alter table ${table} rename to ${table}_away`);
  }
  for (const one of stored) {
    const change = one.name === 'uploadImage' ? upload : {};
    await expectRefusal(broken, one, 'server.internal', { ...change, token: insider(one, broken) });
  }
  await broken.close();
});
