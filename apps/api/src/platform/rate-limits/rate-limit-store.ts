/** A counter to add to. */
export interface Increment {
  readonly key: string;
  readonly by: number;
  /** Milliseconds after its first count that the counter begins anew. */
  readonly windowMs: number;
}

/** How a counter stands. */
export interface CounterState {
  readonly count: number;
  /** Milliseconds until it begins anew. */
  readonly resetsInMs: number;
}

/** Where requests are counted. */
export interface RateLimitStore {
  /** Whether other processes count in it too. */
  readonly shared: boolean;
  /** @returns how each stands, in the same order. Never fails. */
  increment(increments: readonly Increment[]): Promise<readonly CounterState[]>;
  close(): Promise<void>;
}

/** Counters kept at once; beyond it the oldest begin anew. */
const maxCounters = 100_000;

/** Counts in this process alone. */
export function memoryStore(now: () => number = Date.now): RateLimitStore {
  const counters = new Map<string, { count: number; resetsAt: number }>();

  function incrementOne({ key, by, windowMs }: Increment): CounterState {
    const at = now();
    let counter = counters.get(key);
    if (!counter || counter.resetsAt <= at) {
      counters.delete(key);
      counter = { count: 0, resetsAt: at + windowMs };
      counters.set(key, counter);
      if (counters.size > maxCounters) evict(at);
    }
    counter.count += by;
    return { count: counter.count, resetsInMs: counter.resetsAt - at };
  }

  function evict(at: number): void {
    for (const [key, { resetsAt }] of counters) if (resetsAt <= at) counters.delete(key);
    for (const key of counters.keys()) {
      if (counters.size <= maxCounters) return;
      counters.delete(key);
    }
  }

  return {
    shared: false,
    increment: async (counts) => counts.map(incrementOne),
    close: async () => undefined,
  };
}
