import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { missingPackages, startRedis } from '../../../test/redis-server.ts';
import { createIpRateLimit } from './ip-rate-limit.ts';
import { createMemoryStore, createRedisStore, type RateLimitStore } from './rate-limit-store.ts';

const hasRedis = missingPackages === '';
if (!hasRedis) process.stdout.write(`Skipped: tests with Redis, which need ${missingPackages}\n`);

const disposers: (() => unknown)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).reverse()) await dispose();
});

const rule = { name: 'test', max: 3, seconds: 60 };

/** The seconds to wait after each of several requests. */
async function consume(store: RateLimitStore, count: number, key = 'a'): Promise<number[]> {
  const limiter = store.create(rule);
  const waits = [];
  for (let n = 0; n < count; n++) waits.push(await limiter.consume(key));
  return waits;
}

const allowed = expect.toSatisfy((wait: number) => wait === 0);
const rejected = expect.toSatisfy((wait: number) => wait > 50 && wait <= 60);

test('a limiter allows so many requests a window and key, and can be reset', async () => {
  const store = createMemoryStore();
  const limiter = store.create(rule);
  const waits = [];
  for (let n = 0; n < 5; n++) waits.push(await limiter.consume('a'));
  expect(waits).toEqual([allowed, allowed, allowed, rejected, rejected]);
  expect(await limiter.consume('b')).toBe(0);
  await limiter.reset('a');
  expect(await limiter.consume('a')).toBe(0);
  const short = store.create({ ...rule, name: 'short', max: 1, seconds: 1 });
  expect([await short.consume('a'), await short.consume('a')]).toEqual([0, 1]);
  await expect.poll(() => short.consume('a'), { timeout: 3000, interval: 300 }).toBe(0);
});

test('workers of a cluster share their counters', async () => {
  const primary = fork(new URL('./cluster.fixture.ts', import.meta.url), { stdio: 'pipe' });
  disposers.push(() => primary.kill());
  const waits = await firstMessage(primary);
  expect([...waits].sort((a, b) => a - b)).toEqual([0, 0, 0, rejected, rejected, rejected]);
});

async function firstMessage(child: ChildProcess): Promise<number[]> {
  const [message] = await once(child, 'message');
  return message as number[];
}

test('while a shared store is unavailable, totals that start anew do not lower the count', async () => {
  let total = 0;
  const limiter = createIpRateLimit(
    {
      ...createMemoryStore(),
      isShared: true,
      create: (shared) => ({
        ...createMemoryStore().create(shared),
        add: async () => ({ total: ++total, resetsInMs: 60_000 }),
      }),
    },
    { name: 'ip', max: 2 },
  );
  disposers.push(limiter.close);
  expect([await limiter.consume('203.0.113.7'), await limiter.consume('203.0.113.7')]).toEqual([
    0, 0,
  ]);
  await expect.poll(() => total, { timeout: 5000 }).toBe(1);
  expect(await limiter.consume('203.0.113.7')).toBeGreaterThan(0);
});

test.runIf(hasRedis)('processes share their counters in Redis', async () => {
  const { url } = await redis();
  const [one, other] = [await openStore(url), await openStore(url)];
  expect(await consume(one, 2)).toEqual([allowed, allowed]);
  expect(await consume(other, 2)).toEqual([allowed, rejected]);
  expect(await consume(one, 1, 'b')).toEqual([allowed]);
  const { total, resetsInMs } = await one.create(rule).add('b', 5);
  expect(total).toBe(6);
  expect(resetsInMs).toBeGreaterThan(50_000);
  await other.create(rule).reset('a');
  expect(await consume(one, 1)).toEqual([allowed]);
});

test.runIf(hasRedis)('without Redis each process counts alone, and logs it once', async () => {
  const { url, kill, start } = await redis();
  const logged: string[] = [];
  const store = await openStore(url, logged);
  const limiter = store.create(rule);
  await limiter.consume('a');
  await kill();
  const waits = [];
  for (let n = 0; n < 4; n++) waits.push(await limiter.consume('a'));
  expect(waits).toEqual([allowed, allowed, allowed, rejected]);
  expect(logged).toHaveLength(1);
  await start();
  await expect.poll(() => logged.length, { timeout: 10_000 }).toBe(2);
  expect(await limiter.consume('a')).toBe(0);
});

test.runIf(hasRedis)('a Redis that hangs delays no request for long', async () => {
  const { url, pause, resume } = await redis();
  const logged: string[] = [];
  const store = await openStore(url, logged);
  pause();
  const startedAt = performance.now();
  expect(await consume(store, 4)).toEqual([allowed, allowed, allowed, rejected]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  await expect.poll(() => logged.length, { timeout: 10_000 }).toBe(1);
  resume();
  await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(2);
  expect(await consume(store, 4, 'b')).toEqual([allowed, allowed, allowed, rejected]);
});

test('a server that does not speak the protocol prevents no start', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  disposers.push(() => server.close());
  await once(server, 'listening');
  const logged: string[] = [];
  const { port } = server.address() as AddressInfo;
  const store = await openStore(`redis://127.0.0.1:${port}`, logged);
  expect(await consume(store, 4)).toEqual([allowed, allowed, allowed, rejected]);
  expect(logged).toHaveLength(1);
});

test('a Redis that was never there prevents no start', async () => {
  const logged: string[] = [];
  const store = await openStore(`redis://127.0.0.1:${await freePort()}`, logged);
  expect(await consume(store, 4)).toEqual([allowed, allowed, allowed, rejected]);
  expect(logged).toHaveLength(1);
});

async function openStore(url: string, logged: string[] = []): Promise<RateLimitStore> {
  const store = await createRedisStore(
    { url, sentinels: [] },
    {
      warn: (...args: unknown[]) => logged.push(String(args.at(-1))),
    },
  );
  disposers.push(store.close);
  return store;
}

async function redis() {
  const started = await startRedis();
  disposers.push(started.kill);
  return started;
}
