import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { listProducts } from '@redial/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { insertImage } from '../../test/security/fixtures.ts';
import {
  createTestApp,
  newProductInput,
  resultCode,
  type TestApp,
  unwrap,
} from '../../test/test-app.ts';

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
  ['not an object', json, '[]', 400, 'request.invalid'],
  ['an empty body', json, '', 400, 'request.invalid'],
  ['an invalid id', json, '{"_id": "1; drop"}', 400, 'request.invalid'],
  ['a prototype key', json, '{"__proto__": {"x": 1}}', 400, 'request.invalid'],
  ['an oversized body', json, `{"_id": "${'a'.repeat(70_000)}"}`, 413, 'body.too-large'],
  ['a form', { 'content-type': 'text/plain' }, '_id=1', 415, 'body.unsupported'],
  ['XML', { 'content-type': 'application/xml' }, '<a/>', 415, 'body.unsupported'],
])('%s is rejected with a problem', async (_case, headers, payload, status, code) => {
  const response = await send(headers, payload);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const body = response.json();
  expect(body).toMatchObject({ type: 'about:blank', status, code });
  expect(body.message).toBe(body.detail);
  expect(response.payload).not.toContain('node_modules');
});

test('an empty body of JSON is no body, where none is needed', async () => {
  const seller = await app.insertUser('seller');
  const product = await app.insertProduct(seller);
  const headers = { ...json, authorization: `Bearer ${seller.token}` };
  const { server } = app;
  const advertised = await server.inject({
    method: 'PUT',
    url: `/allproduct/${product}`,
    headers,
  });
  expect(advertised.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
  const removed = await server.inject({
    method: 'DELETE',
    url: `/myproducts/${product}`,
    headers,
    payload: '',
  });
  expect(removed.json()).toEqual({ acknowledged: true, deletedCount: 1 });
});

test('a value that breaks a limit is described in words for people', async () => {
  const { token } = await app.insertUser('buyer');
  const order = async (fields: object) => {
    const response = await app.server.inject({
      method: 'POST',
      url: '/orders',
      headers: { authorization: `Bearer ${token}` },
      payload: { phone: '1', location: 'Here', productId: randomUUID(), ...fields },
    });
    return response.json().message;
  };
  expect(await order({ phone: undefined })).toBe('body.phone is required');
  expect(await order({ phone: '' })).toBe('body.phone must not be empty');
  expect(await order({ phone: '1'.repeat(41) })).toBe('body.phone must have at most 40 characters');
  expect(await order({ productId: '1' })).toBe('body.productId is not valid');
  const list = await app.server.inject('/allproducts?limit=0');
  expect(list.json().message).toBe('query.limit must be at least 1');
});

test('an unknown URL is a problem', async () => {
  const response = await app.server.inject({ method: 'PATCH', url: '/nowhere' });
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe('route.not-found');
});

test('a URL that cannot be decoded is a problem', async () => {
  const response = await app.server.inject({ method: 'DELETE', url: '/report/%' });
  expect(response.statusCode).toBe(400);
  expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(response.json().code).toBe('request.invalid');
});

test('a compressed body is not decompressed', async () => {
  const bomb = gzipSync(JSON.stringify({ _id: ' '.repeat(10_000_000) }));
  const response = await app.server.inject({
    method: 'POST',
    url: '/allproducts/report',
    headers: { ...json, 'content-encoding': 'gzip' },
    payload: bomb,
  });
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('request.invalid');
});

test('a NUL byte is rejected with its field, not as a server error', async () => {
  const seller = await app.insertUser('seller');
  const img = await insertImage(app, seller);
  const response = await app.server.inject({
    method: 'POST',
    url: '/myproducts',
    headers: { authorization: `Bearer ${seller.token}` },
    payload: newProductInput({ img, description: 'Two owners,\u0000 no scratches.' }),
  });
  expect(response.statusCode).toBe(422);
  expect(response.json().field).toBe('body.description');
});

test('too many reports from one IP address get 429 with Retry-After', async () => {
  const strict = await createTestApp({ settings: { rateLimitScale: 0.1 } });
  const body = { _id: '018f0000-0000-7000-8000-000000000001' };
  const responses = [];
  for (let i = 0; i < 3; i++) {
    responses.push(
      await strict.server.inject({ method: 'POST', url: '/allproducts/report', payload: body }),
    );
  }
  const last = responses.at(-1);
  expect(last?.statusCode).toBe(429);
  expect(last?.json().code).toBe('rate.limited');
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  const otherAddress = await strict.server.inject({
    method: 'POST',
    url: '/allproducts/report',
    payload: body,
    remoteAddress: '127.0.0.9',
  });
  expect(otherAddress.statusCode).toBe(404);
  await strict.close();
});

test('an internal error reveals no details', async () => {
  await app.database.executeAsOwner('alter table products rename to products_away');
  const broken = await app.server.inject({ url: '/allproducts' });
  await app.database.executeAsOwner('alter table products_away rename to products');
  expect(broken.statusCode).toBe(500);
  expect(broken.json().message).toBe('Something went wrong on our side');
  expect(broken.payload).not.toContain('products');
});

test('while the database is unavailable requests get 503, and succeed again afterwards', async () => {
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
      const response = await app.server.inject({ url });
      expect(response.statusCode).toBe(503);
      expect(response.json().code).toBe('server.unavailable');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await app.server.inject({ url: '/healthz' })).statusCode).toBe(200);
  } finally {
    await server.query(`alter database ${name} with allow_connections true`);
    await server.end();
  }
  expect(resultCode(await app.call(listProducts, {}))).toBe('ok');
  expect((await app.server.inject({ url: '/readyz' })).statusCode).toBe(200);
});

test('a server whose event loop is blocked responds 503', async () => {
  const busy = await createTestApp({ server: { maxEventLoopDelayMs: 50 } });
  try {
    // The delay is sampled every second.
    const until = Date.now() + 1500;
    const responses = [];
    while (Date.now() < until) {
      const end = Date.now() + 200;
      while (Date.now() < end);
      await nextTurn();
      responses.push((await busy.server.inject('/buyers')).json().code);
    }
    expect(responses).toContain('server.unavailable');
  } finally {
    await busy.close();
  }
});
