import { gzipSync } from 'node:zlib';
import { listProducts } from '@redial/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestApp, resultCode, type TestApp, unwrap } from '../../test/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const send = (headers: Record<string, string>, payload: string) =>
  app.server.inject({ method: 'POST', url: '/allproducts/report', headers, payload });
const json = { 'content-type': 'application/json' };

test.each([
  ['malformed JSON', json, '{"_id": ', 400, 'request.invalid'],
  ['no object', json, '[]', 400, 'request.invalid'],
  ['nothing', json, '', 400, 'request.invalid'],
  ['an id that is none', json, '{"_id": "1; drop"}', 400, 'request.invalid'],
  ['a prototype key', json, '{"__proto__": {"x": 1}}', 400, 'request.invalid'],
  ['too much', json, `{"_id": "${'a'.repeat(70_000)}"}`, 413, 'body.too-large'],
  ['a form', { 'content-type': 'text/plain' }, '_id=1', 415, 'body.unsupported'],
  ['XML', { 'content-type': 'application/xml' }, '<a/>', 415, 'body.unsupported'],
])('%s is answered with a problem that says so', async (_what, headers, payload, status, code) => {
  const answer = await send(headers, payload);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = answer.json();
  expect(body).toMatchObject({ type: 'about:blank', status, code });
  expect(body.message).toBe(body.detail);
  expect(answer.payload).not.toContain('node_modules');
});

test('an unknown address is a problem too', async () => {
  const answer = await app.server.inject({ method: 'PATCH', url: '/nowhere' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).toBe('route.not-found');
});

test('an address that cannot be decoded is a problem too', async () => {
  const answer = await app.server.inject({ method: 'DELETE', url: '/report/%' });
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json().code).toBe('request.invalid');
});

test('a packed body is not unpacked', async () => {
  const bomb = gzipSync(JSON.stringify({ _id: ' '.repeat(10_000_000) }));
  const answer = await app.server.inject({
    method: 'POST',
    url: '/allproducts/report',
    headers: { ...json, 'content-encoding': 'gzip' },
    payload: bomb,
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().code).toBe('request.invalid');
});

test('a NUL byte is refused, not stored and not a failure of the server', async () => {
  const person = app.createIdentity();
  const answer = await app.server.inject({
    method: 'POST',
    url: '/users',
    headers: { authorization: `Bearer ${person.idToken}` },
    payload: { name: 'N\u0000l', email: person.email, role: 'buyer' },
  });
  expect(answer.statusCode).toBe(400);
});

test('too many reports from one address are told when to come back', async () => {
  const strict = await createTestApp({ settings: { rateLimitScale: 0.1 } });
  const body = { _id: '018f0000-0000-7000-8000-000000000001' };
  const answers = [];
  for (let i = 0; i < 3; i++) {
    answers.push(
      await strict.server.inject({ method: 'POST', url: '/allproducts/report', payload: body }),
    );
  }
  const last = answers.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.json().code).toBe('rate.limited');
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  const elsewhere = await strict.server.inject({
    method: 'POST',
    url: '/allproducts/report',
    payload: body,
    remoteAddress: '127.0.0.9',
  });
  expect(elsewhere.statusCode).toBe(404);
  await strict.close();
});

test('a failure of our own says no more than that', async () => {
  await app.db.execute(sql`alter table products rename to products_away`);
  const broken = await app.server.inject({ url: '/allproducts' });
  await app.db.execute(sql`alter table products_away rename to products`);
  expect(broken.statusCode).toBe(500);
  expect(broken.json().message).toBe('Something went wrong on our side');
  expect(broken.payload).not.toContain('products');
});

test('a database that is cut off answers 503, and calls work again when it is back', async () => {
  unwrap(await app.call(listProducts, {}));
  const server = new pg.Client({ connectionString: inject('postgres').superuserUrl });
  await server.connect();
  const { rows } = await app.db.execute(sql`select current_database() as name`);
  const name = String(rows[0]?.name);
  try {
    await server.query(`alter database ${name} with allow_connections false`);
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    for (const url of ['/allproducts', '/allproducts?limit=3', '/readyz']) {
      const answer = await app.server.inject({ url });
      expect(answer.statusCode).toBe(503);
      expect(answer.json().code).toBe('server.unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await app.server.inject({ url: '/healthz' })).statusCode).toBe(200);
  } finally {
    await server.query(`alter database ${name} with allow_connections true`);
    await server.end();
  }
  expect(resultCode(await app.call(listProducts, {}))).toBe('ok');
  expect((await app.server.inject({ url: '/readyz' })).statusCode).toBe(200);
});
