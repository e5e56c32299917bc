import { allEndpoints } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { products } from '../../src/db/schema/index.ts';
import { createRevisionReader } from '../../src/platform/response-cache/catalogue-revision.ts';
import { createResponseCache } from '../../src/platform/response-cache/response-cache.ts';
import { createTestApp, publicUrl, type TestApp, type TestUser } from '../test-app.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

/*
 * What a cache keeps of a request, for the next one who asks.
 */

let database: TestDatabase;
let app: TestApp;
let url: string;
let cache: ReturnType<typeof createResponseCache>;
let revisions: ReturnType<typeof createRevisionReader>;
let seller: TestUser;
/** A phone that its seller has paused, and one that is on offer. */
let hidden: string;
let offered: string;

beforeAll(async () => {
  database = await createTestDatabase();
  revisions = createRevisionReader({
    connectionString: database.url,
    onLost: () => cache.clear(),
    onError: () => undefined,
  });
  const clock = { now: () => new Date() };
  cache = createResponseCache({ revisions, clock, allowedOrigins: [publicUrl] });
  app = await createTestApp({
    database,
    server: {
      responseCache: cache,
      pageCacheKey: (path) => path,
      // A page that says too much, and allows itself to be cached.
      renderPage: async (request, reply) =>
        reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('cache-control', 'private, no-cache')
          .header('surrogate-control', 'max-age=60')
          .send(`<p>${request.headers.authorization ?? 'nobody'}</p>`),
    },
  });
  url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  seller = await app.insertUser('seller', { email: 'rana@mail.com' });
  offered = await app.insertProduct(seller, { name: 'iPhone 13', advertised: true });
  hidden = await app.insertProduct(seller, { name: 'Unmistakable iPhone 14' });
  await app.db
    .update(products)
    .set({ hiddenReasons: ['paused'] })
    .where(eq(products.id, hidden));
});
beforeEach(() => cache.clear());
afterAll(async () => {
  await app.close();
  await revisions.close();
  await database.close();
});

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, { method, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const shown = async (path: string) => {
  const { status, text } = await get(path);
  return `${status} ${text}`;
};
const authorize = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });

/** Every call of the contract that anybody makes, with ids. */
const publicPaths = () =>
  allEndpoints
    .filter(({ method, access }) => method === 'GET' && access === 'public')
    .flatMap(({ path }) =>
      [offered, hidden, seller.id].map((id) =>
        path
          .replace(':id', id)
          .replace(':slug', 'iphone-13')
          .replace(':categoryName', 'Iphone')
          .replace(':token', 'x'.repeat(32)),
      ),
    )
    .filter((path, index, all) => all.indexOf(path) === index)
    // Whole lists are streamed and not cached; pages of them are.
    .concat('/allproducts?limit=5', '/advertizedproduct?limit=5', '/allproducts/Iphone?limit=5');

test('every response without a token says how long it may be kept, and is revalidated', async () => {
  for (const path of publicPaths()) {
    const { status, headers } = await get(path);
    const expected = status === 200 ? /no-cache|max-age=0, must-revalidate/ : /^no-store$/;
    expect(headers.get('cache-control'), path).toMatch(expected);
    expect(headers.get('etag'), path).not.toBeNull();
  }
});

test('what an owner or an admin reads with a token is not what the next one reads without', async () => {
  const readers = [
    seller,
    await app.insertUser('admin'),
    await app.insertUser('buyer', { staffRole: 'moderator' }),
  ];
  const expected = new Map<string, string>();
  for (const path of publicPaths()) expected.set(path, await shown(path));
  expect(expected.size).toBeGreaterThan(20);
  let differing = 0;
  for (const [path, publicly] of expected) {
    cache.clear();
    for (const reader of readers) {
      await get(path, authorize(reader), 'HEAD');
      const own = await get(path, authorize(reader));
      if (`${own.status} ${own.text}` !== publicly) {
        differing++;
        expect(own.headers.get('cache-control'), path).toMatch(/no-store/);
      }
      expect(await shown(path), path).toBe(publicly);
    }
    const [, , stranger] = await Promise.all([
      get(path, authorize(seller)),
      get(path, authorize(seller)),
      shown(path),
    ]);
    expect(stranger, path).toBe(publicly);
  }
  // The seller does read more, at least of the paused phone.
  expect(differing).toBeGreaterThan(2);
  // A cached response is read from the cache after that of each reader: seven, three times each.
  expect(cache.counts.hits).toBeGreaterThanOrEqual(21);
}, 180_000);

test.each([
  'Bearer secret-of-somebody',
  'bearer secret-of-somebody',
  'BEARER  secret-of-somebody',
  'Basic secret-of-somebody',
  'secret-of-somebody',
])('a page for "%s" is not stored', async (authorization) => {
  const path = `/page-${authorization.length}${authorization.slice(0, 2)}`;
  expect((await get(path, { authorization })).text).toContain('secret-of-somebody');
  expect((await get(path)).text).toBe('<p>nobody</p>');
  // Nor is what was stored for strangers sent to somebody with a token.
  expect((await get(path, { authorization })).text).toContain('secret-of-somebody');
  expect((await get(path)).text).toBe('<p>nobody</p>');
  const parallel = await Promise.all(
    Array.from({ length: 12 }, (_, n) => get(`${path}x`, n % 2 ? { authorization } : {})),
  );
  for (const [n, { text }] of parallel.entries())
    expect(text === '<p>nobody</p>').toBe(n % 2 === 0);
});

test('headers and cookies of the first request change nothing for the next', async () => {
  const strange = 'stranger.example';
  const first = {
    host: strange,
    origin: `https://${strange}`,
    'x-forwarded-host': strange,
    'x-forwarded-proto': 'https',
    'x-original-url': `/${strange}`,
    'x-http-method-override': 'DELETE',
    'accept-language': strange,
    'user-agent': strange,
    referer: `https://${strange}/`,
    cookie: `redial.session_token=${seller.token}; token=${seller.token}; theme=${strange}`,
  };
  for (const path of [...publicPaths(), '/page']) {
    cache.clear();
    const expected = await get(path);
    cache.clear();
    await get(path, first);
    const next = await get(path);
    expect([next.status, next.text], path).toEqual([expected.status, expected.text]);
    const headers = JSON.stringify([...next.headers]);
    expect(next.text + headers, path).not.toContain(strange);
    expect(next.headers.has('set-cookie')).toBe(false);
  }
}, 180_000);
