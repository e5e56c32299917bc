import { type ErrorCode, errorsOf } from '@redial/contract';
import { documented, malformed, problemExample } from '@redial/contract/openapi';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { issueToken } from '../../src/platform/tokens.ts';
import { arrangements } from './answers.ts';
import { type Refusal, refusals } from './refusals.ts';
import { type Change, openScene, type Scene, send } from './scene.ts';

type Documented = (typeof documented)[number];

/** Sends a request that is refused, and compares the refusal with the document's example of it. */
async function expectRefusal(shop: Scene, one: Documented, code: ErrorCode, change: Change) {
  const { call, example } = one;
  const answer = await send(shop, call, example, change);
  expect(answer.json()).toEqual(problemExample(call, code, example.problems?.[code]));
  expect(answer.headers['content-type']).toContain('application/problem+json');
  if ([429, 503].includes(answer.statusCode)) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
}

const own = documented.flatMap((one) =>
  Object.entries<Refusal>(refusals[one.name]).map(([code, refusal]) => ({
    ...one,
    code: code as ErrorCode,
    refusal,
  })),
);

test.each(own.filter(({ refusal }) => typeof refusal === 'function'))(
  '$name refuses as its example says: $code',
  async ({ code, refusal, ...one }) => {
    const shop = await openScene();
    if (typeof refusal === 'function') await expectRefusal(shop, one, code, await refusal(shop));
    await shop.close();
  },
);

test('what cannot be brought about here is one refusal only', () => {
  expect(own.filter(({ refusal }) => typeof refusal === 'string')).toHaveLength(1);
});

let shop: Scene;
const tokens = { removed: '', holder: '', buyer: '' };

beforeAll(async () => {
  shop = await openScene();
  const gone = await shop.person('buyer');
  await shop.db.execute(sql`update users set removed_at = now() where id = ${gone.id}`);
  tokens.removed = gone.token;
  tokens.holder = await issueToken(shop.deps, { uid: newId(), email: 'new@mail.com' });
  tokens.buyer = shop.buyer.token;
});
afterAll(() => shop.close());

/** The token of somebody who is let in at the door of a call. */
function insider({ call }: Documented, people: Scene = shop): string | undefined {
  if (call.access === 'everyone') return undefined;
  if (call.access === 'identity') return people.buyer.idToken;
  if (call.access === 'admin') return people.admin.token;
  return call.access.startsWith('seller') ? people.seller.token : people.buyer.token;
}

/** The refusals that many calls have in common. */
const common: Partial<Record<ErrorCode, (one: Documented) => Change>> = {
  'token.missing': () => ({}),
  'token.invalid': () => ({ token: 'nonsense' }),
  'account.removed': () => ({ token: tokens.removed }),
  'account.incomplete': () => ({ token: tokens.holder }),
  'role.forbidden': () => ({ token: tokens.buyer }),
  'request.invalid': (one) => {
    const { problem: _, body, ...rest } = malformed(one.call);
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

const shared = documented.flatMap((one) =>
  errorsOf(one.call)
    .filter((code) => code in common && !(code in refusals[one.name]))
    .map((code) => ({ ...one, code })),
);

test.each(shared)('$name refuses as its example says: $code', async ({ code, ...one }) => {
  await expectRefusal(shop, one, code, common[code]?.(one) ?? {});
});

test('a call too many is told when to come back, as the examples say', async () => {
  const strict = await openScene({ rateLimitScale: 0.0001 });
  const limited = [];
  for (const one of documented) {
    // Who is deleted is let in nowhere.
    if (one.name === 'deleteUser' || one.name === 'deleteOwnAccount') continue;
    const change = { token: insider(one, strict) };
    await send(strict, one.call, one.example, change);
    const again = await send(strict, one.call, one.example, change);
    if (again.statusCode !== 429) continue;
    limited.push(one.name);
    const { detail, ...said } = again.json();
    const { detail: _, ...told } = problemExample(one.call, 'rate.limited');
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
const stored = documented.filter(({ name }) => name !== 'getClientSettings');

test('with its tables gone every call fails as its example says', async () => {
  const broken = await openScene();
  const { token: _, ...upload } = await arrangements.uploadImage(broken);
  for (const table of ['users', 'products']) {
    await broken.db.execute(`alter table ${table} rename to ${table}_away`);
  }
  for (const one of stored) {
    const change = one.name === 'uploadImage' ? upload : {};
    await expectRefusal(broken, one, 'server.failed', { ...change, token: insider(one, broken) });
  }
  await broken.close();
});
