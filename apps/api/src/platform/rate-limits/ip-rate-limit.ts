import { rateLimitKey } from './client-ip.ts';
import type { RateLimitStore } from './rate-limit-store.ts';

/** Milliseconds in which a caller's requests are counted. */
const windowMs = 60_000;
/** Milliseconds between two looks at what other processes have counted. */
const syncIntervalMs = 1000;
/** Callers counted at once; beyond it the oldest are forgotten. */
const maxCounters = 100_000;

interface Counter {
  count: number;
  /** Counted here and not yet told to the others. */
  pending: number;
  resetsAt: number;
}

export interface IpRateLimit {
  /** Counts a request. @returns seconds to wait, 0 where it may go on. */
  consume(address: string): number;
  close(): void;
}

/**
 * Holds off an address that sends far more than a person can. It has to cost next to nothing, so it
 * counts in memory; what several processes have counted is brought together once a second.
 *
 * @param max requests a minute.
 */
export function createIpRateLimit(
  store: RateLimitStore,
  max: number,
  now: () => number = Date.now,
): IpRateLimit {
  const counters = new Map<string, Counter>();
  const timer = setInterval(tick, syncIntervalMs);
  timer.unref();

  function consume(address: string): number {
    const group = rateLimitKey(address);
    const at = now();
    let counter = counters.get(group);
    if (!counter || counter.resetsAt <= at) {
      counters.delete(group);
      counter = { count: 0, pending: 0, resetsAt: at + windowMs };
      counters.set(group, counter);
      if (counters.size > maxCounters) evictOldest();
    }
    counter.count++;
    counter.pending++;
    return counter.count > max ? Math.max(1, Math.ceil((counter.resetsAt - at) / 1000)) : 0;
  }

  function evictOldest(): void {
    const [oldest] = counters.keys();
    if (oldest !== undefined) counters.delete(oldest);
  }

  function tick(): void {
    const at = now();
    for (const [group, { resetsAt }] of counters) if (resetsAt <= at) counters.delete(group);
    if (store.shared) void sync();
  }

  async function sync(): Promise<void> {
    const local = [...counters].filter(([, { pending }]) => pending > 0);
    const increments = local.map(([group, counter]) => {
      const { pending } = counter;
      counter.pending = 0;
      return { key: `caller:${group}`, by: pending, windowMs };
    });
    if (increments.length === 0) return;
    const totals = await store.increment(increments);
    const at = now();
    for (const [index, [, counter]] of local.entries()) {
      const total = totals[index];
      if (!total) continue;
      counter.count = total.count + counter.pending;
      counter.resetsAt = at + total.resetsInMs;
    }
  }

  return { consume, close: () => clearInterval(timer) };
}
