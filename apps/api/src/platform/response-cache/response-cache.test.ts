import { connect } from 'node:net';
import { getProduct } from '@redial/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publicUrl, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { compactRevisions } from './catalogue-revision.ts';
import { createReplica, type Replica } from './response-cache.fixture.ts';

let database: TestDatabase;
let one: Replica;
let other: Replica;
let seller: TestUser;
let id: string;
let now = new Date();
const otherOrigin = 'https://other.example';

/** Pages with another status than 200. */
const statuses: Record<string, number> = { '/not-found': 404, '/failed': 503 };

/** What the readers of revisions wait for. */
let revisionsAllowed: Promise<void> = Promise.resolve();

const replica = () =>
  createReplica({
    database,
    clock: { now: () => now },
    allowedOrigins: [publicUrl, otherOrigin],
    statuses,
    revisionsAllowed: () => revisionsAllowed,
  });

beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([replica(), replica()]);
  database.db.$client.on('acquire', () => {
    one.computed++;
  });
  seller = await one.app.insertUser('seller', { email: 'rana@mail.com' });
  id = await one.app.insertProduct(seller, { name: 'iPhone 13', advertised: true });
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
});
beforeEach(() => {
  now = new Date();
});

const get = (path: string, headers: Record<string, string> = {}, of = one) =>
  fetch(of.url + path, { headers });

const page = '/allproducts?limit=24';
const text = async (path: string, of = one) => (await get(path, {}, of)).text();

const rename = (name: string) =>
  database.db.execute(`update products set name = '${name}' where id = '${id}'`);

test.each(['/allproducts?limit=24', '/advertizedproduct?limit=8', '/allproducts/Iphone?limit=24'])(
  'the second response of %s is cached and byte-identical',
  async (path) => {
    const first = await get(path);
    const body = await first.text();
    const before = one.computed;
    const second = await get(path);
    expect(await second.text()).toBe(body);
    expect(one.computed).toBe(before);
    const headersOf = (response: Response) => {
      const { date, ...rest } = Object.fromEntries(response.headers);
      return rest;
    };
    expect(headersOf(second)).toMatchObject(headersOf(first));
  },
);

test('a change through one replica is in the next response of both, hundreds of times', async () => {
  const paths = ['/allproducts?limit=24', '/advertizedproduct?limit=8', `/api/products/${id}`];
  for (let n = 0; n < 200; n++) {
    await rename(`iPhone number ${n}`);
    const responses = await Promise.all(
      paths.flatMap((path) => [one, other].map(async (of) => (await get(path, {}, of)).text())),
    );
    for (const response of responses) expect(response).toContain(`"iPhone number ${n}"`);
  }
}, 180_000);

test('concurrent readers get nothing older than the last acknowledged change', async () => {
  let acknowledged = 0;
  let stopped = false;
  const reader = async (of: Replica) => {
    while (!stopped) {
      const least = acknowledged;
      const text = await (await get('/allproducts?limit=24', {}, of)).text();
      const read = Number(/iPhone at (\d+)/.exec(text)?.[1]);
      expect(read).toBeGreaterThanOrEqual(least);
    }
  };
  await rename('iPhone at 0');
  const readers = [one, other, one, other, one].map(reader);
  for (let n = 1; n <= 150; n++) {
    await rename(`iPhone at ${n}`);
    acknowledged = n;
  }
  stopped = true;
  await Promise.all(readers);
});

test('requests with a token are neither stored nor served from the cache', async () => {
  const path = `/api/products/${id}`;
  const headers = { authorization: `Bearer ${seller.token}` };
  const cacheControl = async (more = {}) => (await get(path, more)).headers.get('cache-control');
  expect(await cacheControl()).toContain('public');
  expect(await cacheControl(headers)).toBe('private, no-store');
  expect(await cacheControl()).toContain('public');
  expect((await get(path, { authorization: 'Bearer nonsense' })).status).toBe(401);
});

test.each([
  ['an unrelated commit', () => database.db.execute('select pg_current_xact_id()')],
  [
    'an update that matches no row',
    () => database.db.execute(`update products set name = 'never' where name = 'no such phone'`),
  ],
  [
    'a rolled back transaction',
    () =>
      database.db
        .transaction(async (transaction) => {
          await transaction.execute(`update products set name = 'taken back'`);
          transaction.rollback();
        })
        .catch(() => undefined),
  ],
  ['compaction', () => compactRevisions(database.db)],
])('%s does not invalidate the cache', async (_, happens) => {
  const before = await text(page);
  await happens();
  const { computed } = one;
  expect(await text(page)).toBe(before);
  expect(one.computed).toBe(computed);
});

test.each(['/allproducts?limit=24&updates=supported', '/api/products/facets'])(
  '%s depends on the day and is cached until midnight',
  async (path) => {
    const setNow = (time: string) => {
      now = new Date(time);
      one.app.setNow(now);
    };
    setNow('2026-11-22T23:59:30Z');
    const first = await get(path);
    expect(first.headers.has('surrogate-control')).toBe(false);
    const { computed } = one;
    setNow('2026-11-22T23:59:59Z');
    await text(path);
    expect(one.computed).toBe(computed);
    setNow('2026-11-23T00:00:00Z');
    await text(path);
    expect(one.computed).toBeGreaterThan(computed);
  },
);

test('a change that began before a response was cached is visible once it is committed', async () => {
  await rename('iPhone before');
  const client = await database.db.$client.connect();
  try {
    await client.query('begin');
    await client.query(`update products set name = 'iPhone behind' where id = $1`, [id]);
    for (const where of [one, other]) expect(await text(page, where)).toContain('iPhone before');
    await database.db.execute('select pg_current_xact_id()');
    for (const where of [one, other]) expect(await text(page, where)).toContain('iPhone before');
    await client.query('commit');
  } finally {
    client.release();
  }
  for (const where of [one, other]) expect(await text(page, where)).toContain('iPhone behind');
});

test('the revision stays correct during compaction and concurrent changes', async () => {
  const least = 600;
  await database.db.execute(
    `insert into catalogue_revisions select 2 from generate_series(1, ${least})`,
  );
  const [, ...folded] = await Promise.all([
    (async () => {
      for (let n = 0; n < 30; n++) {
        await rename(`iPhone folded ${n}`);
        for (const where of [one, other]) expect(await text(page, where)).toContain(`folded ${n}"`);
      }
    })(),
    ...[1, 2, 3].map(() => compactRevisions(database.db)),
  ]);
  // The newest hundred stay.
  expect(Math.max(...folded)).toBeGreaterThanOrEqual(least - 100);
  const { rows } = await database.db.execute<{ rows: number; sum: number }>(
    'select count(*)::int as rows, sum(n)::int as sum from catalogue_revisions',
  );
  expect(rows[0]?.rows).toBeLessThan(least);
  expect(rows[0]?.sum).toBeGreaterThanOrEqual(2 * least + 30);
});

test('cached responses have the CORS headers of the request, and no origin computes them again', async () => {
  const path = '/allproducts?limit=5';
  await get(path, { origin: publicUrl });
  const before = one.computed;
  for (const [origin, allowed] of [
    [publicUrl, publicUrl],
    [otherOrigin, otherOrigin],
    ['https://evil.example', null],
    [undefined, null],
  ] as const) {
    const response = await get(path, origin ? { origin } : {});
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(response.headers.get('vary')).toContain('Origin');
  }
  expect(one.computed).toBe(before);
});

test('errors are not cached', async () => {
  expect((await get('/allproducts?limit=0')).status).toBe(400);
  expect([...one.store.keys()].some((key) => key.includes('limit=0'))).toBe(false);
});

test.each([
  ['an undeclared parameter', '/allproducts?limit=6', '/allproducts?limit=6&x='],
  ['another order', '/allproducts?limit=6&sort=price', '/allproducts?sort=price&limit=6&x='],
  ['another spelling', '/allproducts?limit=6&minYear=0', '/allproducts?limit=06&minYear=00&x='],
  ['facets', '/api/products/facets?brand=Samsung', '/api/products/facets?brand=Samsung&x='],
])('%s does not compute a response again', async (_case, path, variant) => {
  const body = await text(path);
  const before = one.computed;
  for (let n = 0; n < 5; n++) expect(await text(variant + n)).toBe(body);
  expect(one.computed).toBe(before);
});

test('a matching ETag gets 304, and HEAD gets the headers only', async () => {
  const path = '/allproducts?limit=24';
  const whole = await get(path);
  const length = Buffer.byteLength(await whole.text());
  const tag = `${whole.headers.get('etag')}`;
  const before = one.computed;
  for (const known of [tag, `"other", ${tag}`, tag.replace('W/', ''), '*']) {
    const same = await get(path, { 'if-none-match': known });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('etag')).toBe(tag);
  }
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  const head = await fetch(one.url + path, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'identity' },
  });
  expect(head.headers.get('content-length')).toBe(String(length));
  expect(one.computed).toBe(before);
});

test('a cached page is identical with its headers in every encoding, and has an ETag', async () => {
  const first = await get('/');
  const html = await first.text();
  const before = one.computed;
  for (const encoding of ['gzip', 'identity', 'br']) {
    const page = await get('/', { 'accept-encoding': encoding });
    expect(await page.text()).toBe(html);
    for (const name of ['content-security-policy', 'etag', 'cache-control']) {
      expect(page.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(page.headers.get('surrogate-control')).toBeNull();
  }
  const known = { 'if-none-match': `${first.headers.get('etag')}` };
  expect((await get('/', known)).status).toBe(304);
  expect(one.computed).toBe(before);
});

test('the page of paths that do not exist is rendered once, and is never 304', async () => {
  const before = one.computed;
  const first = await get('/not-found');
  const etag = first.headers.get('etag') ?? '';
  const again = await get('/not-found', { 'if-none-match': etag });
  expect([first.status, again.status]).toEqual([404, 404]);
  expect(await again.text()).toBe(await first.text());
  expect(one.computed).toBe(before + 1);
});

test.each(['/failed', '/partial'])('%s is not cached', async (path) => {
  const before = one.computed;
  for (let n = 0; n < 2; n++) await get(path);
  expect(one.computed).toBe(before + 2);
  expect([...one.store.keys()]).not.toContain(path);
});

test('a page is rendered again after its maximum age', async () => {
  await get('/');
  const before = one.computed;
  now = new Date(now.getTime() + 59_000);
  await get('/');
  expect(one.computed).toBe(before);
  now = new Date(now.getTime() + 2_000);
  await get('/');
  expect(one.computed).toBe(before + 1);
});

test('a page that depends on no data is sent while changes cannot be read', async () => {
  const first = await text('/constant');
  const { promise, resolve: allow } = Promise.withResolvers<void>();
  revisionsAllowed = promise;
  try {
    const again = await fetch(`${one.url}/constant`, { signal: AbortSignal.timeout(5000) });
    expect(await again.text()).toBe(first);
  } finally {
    allow();
  }
  now = new Date(now.getTime() + 61_000);
  expect(await text('/constant')).not.toBe(first);
});

test('concurrent requests for a changed response compute it once', async () => {
  await get('/allproducts?limit=24');
  await rename('iPhone for many');
  const before = one.computed;
  const responses = await Promise.all(
    Array.from({ length: 20 }, async () => (await get('/allproducts?limit=24')).text()),
  );
  for (const response of responses) expect(response).toContain('iPhone for many');
  // The page and its count.
  expect(one.computed - before).toBeLessThanOrEqual(2);
});

test.each(['/api/client-config', '/allproducts?limit=24', '/failed'])(
  'a client that disconnects before %s is computed delays nobody else',
  async (path) => {
    await get(path);
    await rename(`iPhone for ${path}`);
    const { promise, resolve: allow } = Promise.withResolvers<void>();
    revisionsAllowed = promise;
    const { hostname, port } = new URL(one.url);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;
    // The response to the second request has no socket yet.
    for (const count of [1, 2]) {
      const received = new Promise((resolve) => {
        one.app.server.server.once('connection', (accepted) => accepted.once('close', resolve));
      });
      const socket = connect(Number(port), hostname, () => socket.write(request.repeat(count)));
      await new Promise((resolve) => one.app.server.server.once('request', resolve));
      socket.destroy();
      await received;
    }
    allow();
    const responses = await Promise.all(
      [1, 2, 3].map(() => fetch(one.url + path, { signal: AbortSignal.timeout(5000) })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(
      new Set([statuses[path] ?? 200]),
    );
  },
);

test('when the revision connection is lost the cache is emptied, and filled again later', async () => {
  await get('/allproducts?limit=24');
  await database.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'redial-catalogue-revision' and datname = current_database()`,
  );
  await expect.poll(() => one.store.size).toBe(0);
  expect((await get('/allproducts?limit=24')).status).toBe(200);
  await expect
    .poll(async () => {
      await get('/allproducts?limit=24');
      return one.store.size;
    })
    .toBe(1);
});

test("cached responses satisfy the contract's client", async () => {
  const value = unwrap(await one.app.call(getProduct, { params: { id } }));
  for (let n = 0; n < 3; n++)
    expect(await (await get(`/api/products/${id}`)).json()).toEqual(value);
});
