import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { missingPackages, startRedis } from '../../../test/redis-server.ts';
import type { RateLimitStore } from './rate-limit-store.ts';
import { redisStore } from './redis-store.ts';

const here = missingPackages === '';
if (!here)
  process.stdout.write(`Left out: the tests with a Redis, which need ${missingPackages}\n`);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const once60 = (key: string) => [{ key, by: 1, windowMs: 60_000 }];

test.runIf(here)('processes count together, and a window begins with its first count', async () => {
  const { url } = await redis();
  const [one, other] = [await store(url), await store(url)];
  const counts = [];
  for (const by of [one, other, one]) counts.push((await by.increment(once60('a')))[0]?.count);
  expect(counts).toEqual([1, 2, 3]);
  const several = await other.increment([...once60('a'), { key: 'b', by: 5, windowMs: 1000 }]);
  expect(several.map(({ count }) => count)).toEqual([4, 5]);
  expect(several[0]?.resetsInMs).toBeGreaterThan(50_000);
  await expect
    .poll(async () => (await one.increment([{ key: 'b', by: 1, windowMs: 1000 }]))[0]?.count, {
      timeout: 3000,
      interval: 300,
    })
    .toBe(1);
});

test.runIf(here)('while Redis is away each process counts alone, told once', async () => {
  const { url, kill, start } = await redis();
  const told: string[] = [];
  const counting = await store(url, told);
  await counting.increment(once60('a'));
  await kill();
  const alone = [];
  for (let n = 0; n < 4; n++) alone.push((await counting.increment(once60('a')))[0]?.count);
  expect(alone).toEqual([1, 2, 3, 4]);
  expect(told).toHaveLength(1);
  await start();
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
  expect((await counting.increment(once60('a')))[0]?.count).toBe(1);
});

test.runIf(here)(
  'a Redis that says nothing holds no request up, and counts again later',
  async () => {
    const { url, pause, resume } = await redis();
    const told: string[] = [];
    const counting = await store(url, told);
    pause();
    const before = performance.now();
    for (let n = 1; n <= 3; n++) expect((await counting.increment(once60('a')))[0]?.count).toBe(n);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(told).toHaveLength(1);
    resume();
    await expect
      .poll(async () => (await counting.increment(once60('b')))[0]?.count, { timeout: 10_000 })
      .toBeGreaterThan(1);
    expect(told).toHaveLength(2);
  },
);

test('what is no Redis keeps nothing from starting, and each process counts alone', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  closing.push(async () => server.close());
  await once(server, 'listening');
  const told: string[] = [];
  const { port } = server.address() as AddressInfo;
  const counting = await store(`redis://127.0.0.1:${port}`, told);
  expect((await counting.increment(once60('a')))[0]?.count).toBe(1);
  expect((await counting.increment(once60('a')))[0]?.count).toBe(2);
  expect(told).toHaveLength(1);
});

test('a Redis that was never there keeps nothing from starting', async () => {
  const told: string[] = [];
  const counting = await store(`redis://127.0.0.1:${await freePort()}`, told);
  expect((await counting.increment(once60('a')))[0]?.count).toBe(1);
  expect((await counting.increment(once60('a')))[0]?.count).toBe(2);
  expect(told).toHaveLength(1);
});

async function store(url: string, told: string[] = []): Promise<RateLimitStore> {
  const made = await redisStore(url, {
    warn: (...words: unknown[]) => told.push(String(words.at(-1))),
  });
  closing.push(() => made.close());
  return made;
}

async function redis() {
  const started = await startRedis();
  closing.push(started.kill);
  return started;
}
