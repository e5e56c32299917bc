import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createReplica, type Replica } from './response-cache.fixture.ts';

let database: TestDatabase;
let replica: Replica;
beforeAll(async () => {
  database = await createTestDatabase();
  replica = await createReplica({
    database,
    clock: { now: () => new Date() },
    allowedOrigins: [],
    statuses: {},
    revisionsAllowed: () => Promise.resolve(),
  });
});
afterAll(async () => {
  await replica.close();
  await database.close();
});

const get = (path: string, headers: Record<string, string>) =>
  fetch(replica.url + path, { headers });

test('a browser gets the first response in zstd, and later ones are the same in brotli and gzip', async () => {
  const path = '/for-browsers';
  const browser = 'gzip, deflate, br, zstd';
  const before = replica.computed;
  const first = await get(path, { 'accept-encoding': browser });
  const html = await first.text();
  const { 'content-encoding': encoding, vary, etag } = Object.fromEntries(first.headers);
  expect([encoding, vary]).toEqual(['zstd', expect.stringContaining('accept-encoding')]);
  for (const [accepted, expected] of [
    ['identity', null],
    [browser, 'br'],
    ['gzip', 'gzip'],
    ['zstd', null],
    [browser, 'br'],
  ] as const) {
    const later = await get(path, { 'accept-encoding': accepted });
    expect(later.headers.get('content-encoding')).toBe(expected);
    expect(await later.text()).toBe(html);
    expect(Object.fromEntries(later.headers)).toMatchObject({ vary, etag });
    const known = { 'accept-encoding': accepted, 'if-none-match': `${etag}` };
    expect((await get(path, known)).status).toBe(304);
  }
  expect(replica.computed).toBe(before + 1);
});

test('a response that its first client gets uncompressed varies by encoding, too', async () => {
  const plain = await get('/for-others', { 'accept-encoding': 'identity' });
  expect(plain.headers.has('content-encoding')).toBe(false);
  expect(plain.headers.get('vary')).toContain('accept-encoding');
  const later = await get('/for-others', { 'accept-encoding': 'br' });
  expect(later.headers.get('content-encoding')).toBe('br');
  expect(later.headers.get('vary')).toBe(plain.headers.get('vary'));
});

test('HEAD has the headers of a first response, and the response after it is again a first one', async () => {
  const url = `${replica.url}/for-head`;
  const headers = { 'accept-encoding': 'br, zstd' };
  const head = await fetch(url, { method: 'HEAD', headers });
  expect([head.headers.get('content-encoding'), await head.text()]).toEqual(['zstd', '']);
  const encodings = [];
  for (const method of ['GET', 'HEAD', 'GET']) {
    encodings.push((await fetch(url, { method, headers })).headers.get('content-encoding'));
  }
  expect(encodings).toEqual(['zstd', 'br', 'br']);
});
