import type { FastifyBaseLogger } from 'fastify';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  RLWrapperTimeouts,
} from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitRule } from '../../ports/rate-limiter.ts';
import { openRedis, type RedisAddress } from '../redis/open-redis.ts';

/** A rate limiter to which other limiters' counts can be added. */
export interface SharedRateLimiter extends RateLimiter {
  /** Adds to the count of a key. @returns the total, and the milliseconds left in the window. */
  add(key: string, count: number): Promise<{ total: number; resetsInMs: number }>;
}

/** Where requests are counted. Chosen once, when the process starts. */
export interface RateLimitStore {
  /** Whether several processes share the counters. */
  readonly isShared: boolean;
  create(rule: RateLimitRule): SharedRateLimiter;
  close(): void;
}

/** Milliseconds after which a process counts alone instead of waiting for a shared store. */
const timeoutMs = 250;

/** Counts in the memory of this process. */
export function createMemoryStore(): RateLimitStore {
  return {
    isShared: false,
    create: (rule) => toLimiter(new RateLimiterMemory(toOptions(rule))),
    close: () => undefined,
  };
}

/** Serves the counters of all workers. To be called once in the cluster's primary process. */
export function serveClusterStore(): void {
  new RateLimiterClusterMaster();
}

/** Counts in the cluster's primary process, together with its other workers. */
export function createClusterStore(): RateLimitStore {
  return {
    isShared: true,
    create: (rule) => insured(new RateLimiterCluster({ ...toOptions(rule), timeoutMs }), rule),
    close: () => undefined,
  };
}

/**
 * Counts in Redis, together with every process that does. While Redis is unavailable, this process
 * counts alone; one log line reports the beginning of such a time and one its end.
 */
export async function createRedisStore(
  address: RedisAddress,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RateLimitStore> {
  const redis = await openRedis(address, {
    onLost: (err) =>
      log.warn({ err }, 'Redis is unavailable: each process counts its rate limits alone'),
    onRestored: () => log.warn('Redis is available again: rate limits are shared'),
  });
  return {
    isShared: true,
    create: (rule) =>
      insured(
        new RateLimiterRedis({
          ...toOptions(rule),
          keyPrefix: `redial:rate:${rule.name}`,
          storeClient: redis.client,
          useRedisPackage: true,
        }),
        rule,
        redis.isAvailable,
      ),
    close: redis.close,
  };
}

const toOptions = ({ name, max, seconds }: RateLimitRule): IRateLimiterOptions => ({
  keyPrefix: name,
  points: max,
  duration: seconds,
});

/** Counts in memory while the limiter is unavailable, fails, or does not respond in time. */
function insured(
  limiter: RateLimiterAbstract,
  rule: RateLimitRule,
  isAvailable = () => true,
): SharedRateLimiter {
  const insuranceLimiter = new RateLimiterMemory(toOptions(rule));
  const shared = toLimiter(new RLWrapperTimeouts({ limiter, timeoutMs, insuranceLimiter }));
  const alone = toLimiter(insuranceLimiter);
  const current = () => (isAvailable() ? shared : alone);
  return {
    consume: (key) => current().consume(key),
    reset: (key) => current().reset(key),
    add: (key, count) => current().add(key, count),
  };
}

function toLimiter(limiter: RateLimiterAbstract): SharedRateLimiter {
  return {
    consume: (key) => retryAfterSeconds(limiter.consume(key)),
    reset: async (key) => void (await limiter.delete(key)),
    add: async (key, count) => {
      const { consumedPoints: total, msBeforeNext: resetsInMs } = await limiter.penalty(key, count);
      return { total, resetsInMs };
    },
  };
}

/** The seconds to wait after consuming a point: 0 if that succeeded, at least 1 if it was rejected. */
export async function retryAfterSeconds(consumed: Promise<RateLimiterRes>): Promise<number> {
  try {
    await consumed;
    return 0;
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    return Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
  }
}
