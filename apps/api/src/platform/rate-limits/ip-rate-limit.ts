import { RateLimiterMemory } from 'rate-limiter-flexible';
import { rateLimitKey } from './client-ip.ts';
import { type RateLimitStore, retryAfterSeconds } from './rate-limit-store.ts';

const seconds = 60;
/** Milliseconds between two exchanges of counts with a shared store. */
const syncIntervalMs = 1000;

export interface IpRateLimit {
  /** Counts a request. @returns the seconds to wait, 0 if it is allowed. */
  consume(ip: string): Promise<number>;
  /** The seconds to wait as of now, without counting. */
  peek(ip: string): Promise<number>;
  close(): void;
}

/**
 * Limits all requests of an IP address. It runs before the response cache, so it counts in memory; a
 * round trip to a shared store for each request would cost more than the response. With a shared store,
 * the counts are added up once a second instead (docs/decisions/0013).
 *
 * @param rule.max requests per minute and IP address
 */
export function createIpRateLimit(
  store: RateLimitStore,
  { name, max }: { name: string; max: number },
): IpRateLimit {
  const local = new RateLimiterMemory({ points: max, duration: seconds });
  const peek = async (ip: string): Promise<number> => {
    const current = await local.get(rateLimitKey(ip));
    if (!current || current.consumedPoints < max) return 0;
    return Math.max(1, Math.ceil(current.msBeforeNext / 1000));
  };
  if (!store.isShared) {
    return {
      consume: (ip) => retryAfterSeconds(local.consume(rateLimitKey(ip))),
      peek,
      close: () => undefined,
    };
  }

  const shared = store.create({ name, max, seconds });
  /** Requests that the shared store does not include yet. */
  const unsynced = new Map<string, number>();

  async function sync(): Promise<void> {
    const counts = [...unsynced];
    unsynced.clear();
    await Promise.all(
      counts.map(async ([key, count]) => {
        const { total, resetsInMs } = await shared.add(key, count);
        const current = await local.get(key);
        // Lower totals come from a process that counts alone while the store is unavailable.
        if (total <= (current?.consumedPoints ?? 0)) return;
        await local.set(key, total + (unsynced.get(key) ?? 0), resetsInMs / 1000);
      }),
    );
  }

  const timer = setInterval(() => void sync(), syncIntervalMs).unref();
  return {
    consume: (ip) => {
      const key = rateLimitKey(ip);
      unsynced.set(key, (unsynced.get(key) ?? 0) + 1);
      return retryAfterSeconds(local.consume(key));
    },
    peek,
    close: () => clearInterval(timer),
  };
}
