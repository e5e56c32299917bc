import { callerGroup } from './callers.ts';
import type { RateStore } from './rate-store.ts';

/** Milliseconds in which a caller's requests are counted. */
const windowMs = 60_000;
/** Milliseconds between two looks at what other processes have counted. */
const lookMs = 1000;
/** Callers counted at once; beyond it the oldest are forgotten. */
const most = 100_000;

interface Counter {
  count: number;
  /** Counted here and not yet told to the others. */
  untold: number;
  endsAt: number;
}

export interface CallerLimit {
  /** Counts a request. @returns seconds to wait, 0 where it may go on. */
  take(address: string): number;
  close(): void;
}

/**
 * Holds off an address that sends far more than a person can. It has to cost next to nothing, so it
 * counts in memory; what several processes have counted is brought together once a second.
 *
 * @param max requests a minute.
 */
export function createCallerLimit(
  store: RateStore,
  max: number,
  now: () => number = Date.now,
): CallerLimit {
  const counters = new Map<string, Counter>();
  const timer = setInterval(look, lookMs);
  timer.unref();

  function take(address: string): number {
    const group = callerGroup(address);
    const at = now();
    let counter = counters.get(group);
    if (!counter || counter.endsAt <= at) {
      counters.delete(group);
      counter = { count: 0, untold: 0, endsAt: at + windowMs };
      counters.set(group, counter);
      if (counters.size > most) forgetOldest();
    }
    counter.count++;
    counter.untold++;
    return counter.count > max ? Math.max(1, Math.ceil((counter.endsAt - at) / 1000)) : 0;
  }

  function forgetOldest(): void {
    const [oldest] = counters.keys();
    if (oldest !== undefined) counters.delete(oldest);
  }

  function look(): void {
    const at = now();
    for (const [group, { endsAt }] of counters) if (endsAt <= at) counters.delete(group);
    if (store.shared) void bringTogether();
  }

  async function bringTogether(): Promise<void> {
    const mine = [...counters].filter(([, { untold }]) => untold > 0);
    const told = mine.map(([group, counter]) => {
      const { untold } = counter;
      counter.untold = 0;
      return { key: `caller:${group}`, by: untold, windowMs };
    });
    if (told.length === 0) return;
    const totals = await store.add(told);
    const at = now();
    for (const [index, [, counter]] of mine.entries()) {
      const total = totals[index];
      if (!total) continue;
      counter.count = total.count + counter.untold;
      counter.endsAt = at + total.endsIn;
    }
  }

  return { take, close: () => clearInterval(timer) };
}
