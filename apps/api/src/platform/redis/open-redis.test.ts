import { afterEach, expect, test } from 'vitest';
import { startRedisWithSentinels } from '../../../test/redis-sentinel.ts';
import { missingPackages } from '../../../test/redis-server.ts';
import { createRedisStore } from '../rate-limits/rate-limit-store.ts';

const hasRedis = missingPackages === '';
if (!hasRedis)
  process.stdout.write(`Skipped: tests with Sentinel, which need ${missingPackages}\n`);

const disposers: (() => unknown)[] = [];
afterEach(async () => {
  for (const dispose of disposers.splice(0).reverse()) await dispose();
});

async function open(sentinelUrls?: (urls: readonly string[]) => readonly string[]) {
  const redis = await startRedisWithSentinels();
  disposers.push(redis.close);
  const logged: string[] = [];
  const sentinels = sentinelUrls?.(redis.address.sentinels) ?? redis.address.sentinels;
  const store = await createRedisStore(
    { ...redis.address, sentinels },
    { warn: (...args: unknown[]) => logged.push(String(args.at(-1))) },
  );
  disposers.push(store.close);
  return { redis, store, logged };
}

test.runIf(hasRedis)(
  'during a failover of Sentinel no request fails or waits, and afterwards the count goes on',
  async () => {
    const { redis, store, logged } = await open();
    const limiter = store.create({ name: 'test', max: 1000, seconds: 60 });
    await Promise.all(Array.from({ length: 10 }, () => limiter.consume('a')));
    const { total } = await limiter.add('a', 0);
    expect(total).toBe(10);
    await redis.waitForReplica();
    await redis.killPrimary();
    let promoted = false;
    const promotion = redis.waitForPromotion().then(() => {
      promoted = true;
    });
    const waits: number[] = [];
    let slowest = 0;
    while (!promoted) {
      const startedAt = performance.now();
      waits.push(await limiter.consume('a'));
      slowest = Math.max(slowest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await promotion;
    expect(waits.every((wait) => wait === 0)).toBe(true);
    expect(slowest).toBeLessThan(1500);
    expect(logged).toEqual(['Redis is unavailable: each process counts its rate limits alone']);
    await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(2);
    // What the replica had received is still counted.
    expect((await limiter.add('a', 1)).total).toBeGreaterThanOrEqual(11);
    expect(logged).toHaveLength(2);
  },
  60_000,
);

test.runIf(hasRedis)(
  'the loss of one sentinel is no loss of Redis',
  async () => {
    const { redis, store, logged } = await open();
    const limiter = store.create({ name: 'test', max: 1000, seconds: 60 });
    await redis.killSentinel(0);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect((await limiter.add('a', 1)).total).toBe(1);
    await redis.killPrimary();
    await redis.waitForPromotion(1);
    await expect.poll(() => logged.length, { timeout: 20_000 }).toBe(2);
    expect((await limiter.add('b', 1)).total).toBe(1);
    expect((await limiter.add('b', 1)).total).toBe(2);
  },
  60_000,
);

test.runIf(hasRedis)(
  'sentinels that were never there prevent no start',
  async () => {
    const { store, logged } = await open(() => ['redis://127.0.0.1:1']);
    const limiter = store.create({ name: 'test', max: 2, seconds: 60 });
    expect([await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 0]);
    expect(await limiter.consume('a')).toBeGreaterThan(0);
    expect(logged).toHaveLength(1);
  },
  60_000,
);
