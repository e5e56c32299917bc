import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { RateStore } from './rate-store.ts';
import { redisStore } from './redis-store.ts';

const here = spawnSync('redis-server', ['--version']).status === 0;
if (!here) process.stdout.write('Redis is not on this machine: its tests are left out\n');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const once60 = (key: string) => [{ key, by: 1, windowMs: 60_000 }];

test.runIf(here)('processes count together, and a window begins with its first count', async () => {
  const { url } = await redis();
  const [one, other] = [await store(url), await store(url)];
  const counts = [];
  for (const by of [one, other, one]) counts.push((await by.add(once60('a')))[0]?.count);
  expect(counts).toEqual([1, 2, 3]);
  const several = await other.add([...once60('a'), { key: 'b', by: 5, windowMs: 1000 }]);
  expect(several.map(({ count }) => count)).toEqual([4, 5]);
  expect(several[0]?.endsIn).toBeGreaterThan(50_000);
  await expect
    .poll(async () => (await one.add([{ key: 'b', by: 1, windowMs: 1000 }]))[0]?.count, {
      timeout: 3000,
      interval: 300,
    })
    .toBe(1);
});

test.runIf(here)('while Redis is away each process counts alone, told once', async () => {
  const { url, port, process: server } = await redis();
  const told: string[] = [];
  const counting = await store(url, told);
  await counting.add(once60('a'));
  server.kill('SIGKILL');
  await once(server, 'exit');
  const alone = [];
  for (let n = 0; n < 4; n++) alone.push((await counting.add(once60('a')))[0]?.count);
  expect(alone).toEqual([1, 2, 3, 4]);
  expect(told).toHaveLength(1);
  await redis(port);
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
  expect((await counting.add(once60('a')))[0]?.count).toBe(1);
});

test('a Redis that was never there keeps nothing from starting', async () => {
  const told: string[] = [];
  const counting = await store(`redis://127.0.0.1:${await freePort()}`, told);
  expect((await counting.add(once60('a')))[0]?.count).toBe(1);
  expect((await counting.add(once60('a')))[0]?.count).toBe(2);
  expect(told).toHaveLength(1);
});

async function store(url: string, told: string[] = []): Promise<RateStore> {
  const made = await redisStore(url, {
    warn: (...words: unknown[]) => told.push(String(words.at(-1))),
  });
  closing.push(() => made.close());
  return made;
}

async function redis(at?: number): Promise<{ url: string; port: number; process: ChildProcess }> {
  const port = at ?? (await freePort());
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  closing.push(async () => server.kill('SIGKILL'));
  for (let tries = 0; tries < 100; tries++) {
    if (await answers(port)) break;
    await sleep(50);
  }
  return { url: `redis://127.0.0.1:${port}`, port, process: server };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return open;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
