import { getProduct } from '@redial/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { compactRevisions, createRevisionReader } from './catalogue-revision.ts';
import { createResponseCache } from './response-cache.ts';
import { createResponseCacheStore } from './response-cache-store.ts';

/** One replica, listening, with what it keeps and how often it asked the database for more. */
interface Replica {
  readonly app: TestApp;
  readonly url: string;
  readonly store: ReturnType<typeof createResponseCacheStore>;
  /** Connections taken from the pool, which a kept answer takes none of. */
  asked: number;
  close(): Promise<void>;
}

let database: TestDatabase;
let one: Replica;
let other: Replica;
let seller: TestUser;
let id: string;
let now = new Date();

async function replica(): Promise<Replica> {
  const store = createResponseCacheStore();
  const versions = createRevisionReader({
    connectionString: database.url,
    onLost: () => store.clear(),
    onError: () => undefined,
  });
  const kept = createResponseCache({ revisions: versions, clock: { now: () => now } }, store);
  const app = await createTestApp({
    database,
    server: {
      responseCache: kept,
      renderPage: async (request, reply) => {
        const nonce = Buffer.from(`made ${Math.random()}`.slice(0, 16)).toString('base64');
        const html = Buffer.from(`<script nonce="${nonce}">${'text '.repeat(400)}</script>`);
        reply.header('content-security-policy', `script-src 'nonce-${nonce}'`);
        reply.header('content-type', 'text/html; charset=utf-8');
        made.asked++;
        return reply.send(await kept.cachePage(request, reply, { html, nonce, maxAgeSeconds: 60 }));
      },
    },
  });
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const made: Replica = {
    app,
    url,
    store,
    asked: 0,
    close: async () => {
      await app.close();
      await versions.close();
    },
  };
  return made;
}

beforeAll(async () => {
  database = await createTestDatabase();
  [one, other] = await Promise.all([replica(), replica()]);
  database.db.$client.on('acquire', () => {
    one.asked++;
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
  'the second answer of %s comes from memory, the same to the byte',
  async (path) => {
    const first = await get(path);
    const body = await first.text();
    const before = one.asked;
    const second = await get(path);
    expect(await second.text()).toBe(body);
    expect(one.asked).toBe(before);
    const shown = (answer: Response) => {
      const { date, ...rest } = Object.fromEntries(answer.headers);
      return rest;
    };
    expect(shown(second)).toMatchObject(shown(first));
  },
);

test('what one replica changed is what the next request to either reads, hundreds of times', async () => {
  const paths = ['/allproducts?limit=24', '/advertizedproduct?limit=8', `/api/products/${id}`];
  for (let n = 0; n < 200; n++) {
    await rename(`iPhone number ${n}`);
    const answers = await Promise.all(
      paths.flatMap((path) => [one, other].map(async (of) => (await get(path, {}, of)).text())),
    );
    for (const answer of answers) expect(answer).toContain(`"iPhone number ${n}"`);
  }
}, 60_000);

test('readers that come while others write read nothing older than what was acknowledged before they came', async () => {
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

test('what a token reads is neither kept nor answered from memory', async () => {
  const path = `/api/products/${id}`;
  const headers = { authorization: `Bearer ${seller.token}` };
  expect(await (await get(path)).json()).toMatchObject({ sellerEmail: 'r•••@mail.com' });
  expect(await (await get(path, headers)).json()).toMatchObject({ sellerEmail: 'rana@mail.com' });
  expect(await (await get(path)).json()).toMatchObject({ sellerEmail: 'r•••@mail.com' });
  expect((await get(path, { authorization: 'Bearer nonsense' })).status).toBe(401);
});

test.each([
  ['a commit of something else', () => database.db.execute('select pg_current_xact_id()')],
  [
    'a change that finds nothing to change',
    () => database.db.execute(`update products set name = 'never' where name = 'no such phone'`),
  ],
  [
    'a change that is taken back',
    () =>
      database.db
        .transaction(async (transaction) => {
          await transaction.execute(`update products set name = 'taken back'`);
          transaction.rollback();
        })
        .catch(() => undefined),
  ],
  ['folding what was added up', () => compactRevisions(database.db)],
])('%s leaves what is kept', async (_, happens) => {
  const before = await text(page);
  await happens();
  const { asked } = one;
  expect(await text(page)).toBe(before);
  expect(one.asked).toBe(asked);
});

test('a change that was begun before an answer was made is seen once it is committed', async () => {
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

test('versions are right while rows are folded and changes come', async () => {
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
  expect(Math.max(...folded)).toBeGreaterThanOrEqual(least);
  const { rows } = await database.db.execute<{ rows: number; sum: number }>(
    'select count(*)::int as rows, sum(n)::int as sum from catalogue_revisions',
  );
  expect(rows[0]?.rows).toBeLessThan(least);
  expect(rows[0]?.sum).toBeGreaterThanOrEqual(2 * least + 30);
});

test('another origin is answered with its own CORS headers, refusals are not kept', async () => {
  const path = '/allproducts?limit=5';
  for (let n = 0; n < 2; n++) {
    const ours = await get(path, { origin: 'http://redial.test' });
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://redial.test');
    const none = await get(path);
    expect(none.headers.get('access-control-allow-origin')).toBeNull();
  }
  expect((await get('/allproducts?limit=0')).status).toBe(400);
  expect([...one.store.keys()].some((key) => key.includes('limit=0'))).toBe(false);
});

test('a reader who has the answer is told so, and a HEAD gets its headers alone', async () => {
  const path = '/allproducts?limit=24';
  const whole = await get(path);
  const length = Buffer.byteLength(await whole.text());
  const tag = `${whole.headers.get('etag')}`;
  const before = one.asked;
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
  expect(one.asked).toBe(before);
});

test('a kept page has a fresh nonce each time, the same in header and text, and no tag', async () => {
  await get('/');
  const before = one.asked;
  const nonces = new Set<string>();
  for (const encoding of ['gzip', 'identity', 'br']) {
    const page = await get('/', { 'accept-encoding': encoding });
    const [, nonce] = /nonce="([^"]+)"/.exec(await page.text()) ?? [];
    expect(page.headers.get('content-security-policy')).toBe(`script-src 'nonce-${nonce}'`);
    expect(page.headers.get('etag')).toBeNull();
    nonces.add(`${nonce}`);
  }
  expect(nonces.size).toBe(3);
  expect(one.asked).toBe(before);
});

test('a page is made anew once its relative dates may be wrong', async () => {
  await get('/');
  const before = one.asked;
  now = new Date(now.getTime() + 59_000);
  await get('/');
  expect(one.asked).toBe(before);
  now = new Date(now.getTime() + 2_000);
  await get('/');
  expect(one.asked).toBe(before + 1);
});

test('many who ask at once for what has changed have it made once', async () => {
  await get('/allproducts?limit=24');
  await rename('iPhone for many');
  const before = one.asked;
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await get('/allproducts?limit=24')).text()),
  );
  for (const answer of answers) expect(answer).toContain('iPhone for many');
  // A page and its count.
  expect(one.asked - before).toBeLessThanOrEqual(2);
});

test('when the connection that validates is lost, everything is forgotten, and kept again later', async () => {
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

test('the contract’s client reads from memory what it reads from the app', async () => {
  const value = unwrap(await one.app.call(getProduct, { params: { id } }));
  for (let n = 0; n < 3; n++)
    expect(await (await get(`/api/products/${id}`)).json()).toEqual(value);
});
