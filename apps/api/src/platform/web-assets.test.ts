import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { openJobDatabase } from '../db/client.ts';
import { connectionSettings } from '../db/connection-settings.ts';
import { acquireAdvisoryLock } from './transaction.ts';
import { shareAssets, shareLock } from './web-assets.ts';

let app: TestApp;
let dirs: string[] = [];

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await app.close();
  for (const dir of dirs) await rm(dir, { recursive: true });
  dirs = [];
});

/** A build with these scripts. */
async function build(...names: string[]): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'redial-assets-'));
  dirs.push(dir);
  for (const name of names) await writeFile(path.join(dir, name), `export const of = '${name}';`);
  return dir;
}

const get = async (name: string) => {
  const { statusCode, headers, payload } = await app.server.inject(`/assets/${name}`);
  return { statusCode, type: headers['content-type'], cache: headers['cache-control'], payload };
};
const status = async (...names: string[]) =>
  Promise.all(names.map(async (name) => (await get(name)).statusCode));

const before = 'home-AAAAAAAA.js';
const after = 'home-BBBBBBBB.js';
const shared = 'react-CCCCCCCC.js';

test('a server sends the scripts of the version before and of the one after its own', async () => {
  expect(await status(before, after)).toEqual([404, 404]);
  expect(await shareAssets(app.deps, await build(before, shared))).toBe(2);
  expect(await shareAssets(app.deps, await build(after, shared))).toBe(1);
  expect(await get(before)).toEqual({
    statusCode: 200,
    type: 'text/javascript; charset=utf-8',
    cache: 'public, max-age=31536000, immutable',
    payload: `export const of = '${before}';`,
  });
  expect(await status(before, after, shared)).toEqual([200, 200, 200]);
});

test('scripts are kept for 30 days after a version was replaced, and again if it returns', async () => {
  const old = await build(before);
  const current = await build(after);
  const start = app.deps.clock.now();
  const startAfter = (days: number, dir: string) => {
    app.setNow(new Date(start.getTime() + days * 86_400_000));
    return shareAssets(app.deps, dir);
  };
  await startAfter(0, old);
  // Its servers may have run for long.
  await startAfter(300, current);
  await startAfter(329, current);
  expect(await status(before, after)).toEqual([200, 200]);
  await startAfter(329, old);
  await startAfter(340, current);
  await startAfter(369, current);
  expect(await status(before, after)).toEqual([200, 200]);
  await startAfter(371, current);
  expect(await status(before, after)).toEqual([404, 200]);
});

test('servers that start together store each script once', async () => {
  const dir = await build(before, shared);
  const stored = await Promise.all([1, 2, 3].map(() => shareAssets(app.deps, dir)));
  expect(stored.toSorted()).toEqual([0, 0, 2]);
});

test('a server waits for another one that takes longer than a request may', {
  timeout: 30_000,
}, async () => {
  const dir = await build('later-CCCCCCCC.js');
  // Those of the tests are more patient than those of a server.
  const db = openJobDatabase(app.database.url, { onError: () => undefined });
  onTestFinished(() => db.$client.end());
  let shared: Promise<number> = Promise.resolve(0);
  await app.db.transaction(async (tx) => {
    await acquireAdvisoryLock(tx, shareLock);
    shared = shareAssets({ ...app.deps, db }, dir);
    await sleep(connectionSettings.statement_timeout + 4000);
  });
  expect(await shared).toBe(1);
});

test('only scripts and fonts are stored, and only names with a hash are looked up', async () => {
  const dir = await build(before, `${before}.br`, 'notes-AAAAAAAA.txt', 'plain.js');
  expect(await shareAssets(app.deps, dir)).toBe(1);
  expect(await status(`${before}.br`, 'notes-AAAAAAAA.txt', 'plain.js', `..%2F${before}`)).toEqual([
    404, 404, 404, 404,
  ]);
  expect((await get('none-AAAAAAAA.js')).payload).toContain('route.not-found');
});

test('files of other versions are limited by network', async () => {
  const limited = await createTestApp({ settings: { rateLimitScale: 0.01 } });
  onTestFinished(() => limited.close());
  await shareAssets(limited.deps, await build(before));
  const open = async () => (await limited.server.inject(`/assets/${before}`)).statusCode;
  for (let n = 0; n < 6; n++) expect(await open()).toBe(200);
  expect(await open()).toBe(429);
});
