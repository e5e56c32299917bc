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
 *
 * @param url `redis://` or `rediss://`
 */
export async function createRedisStore(
  url: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<RateLimitStore> {
  // Loaded on demand: some hundred modules that only installations with Redis need.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // A connection on which not even a ping is answered is closed and opened again.
    pingInterval: 500,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 1500,
      reconnectStrategy: (attempts) => Math.min(100 * 2 ** attempts, 5000),
    },
  });
  let isAway = false;
  const onDisconnected = (err: unknown) => {
    if (!isAway)
      log.warn({ err }, 'Redis is unavailable: each process counts its rate limits alone');
    isAway = true;
  };
  client.on('error', onDisconnected);
  client.on('ready', () => {
    if (isAway) log.warn('Redis is available again: rate limits are shared');
    isAway = false;
  });
  // Retries in the background: an unavailable Redis does not prevent the start.
  const connected = client.connect().catch(onDisconnected);
  await Promise.race([connected, delay(2000)]);

  return {
    isShared: true,
    create: (rule) =>
      insured(
        new RateLimiterRedis({
          ...toOptions(rule),
          keyPrefix: `redial:rate:${rule.name}`,
          storeClient: client,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
        }),
        rule,
      ),
    close: () => client.destroy(),
  };
}

const toOptions = ({ name, max, seconds }: RateLimitRule): IRateLimiterOptions => ({
  keyPrefix: name,
  points: max,
  duration: seconds,
});

/** Counts in memory while the limiter fails or does not respond in time. */
function insured(limiter: RateLimiterAbstract, rule: RateLimitRule): SharedRateLimiter {
  const insuranceLimiter = new RateLimiterMemory(toOptions(rule));
  return toLimiter(new RLWrapperTimeouts({ limiter, timeoutMs, insuranceLimiter }));
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

const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
