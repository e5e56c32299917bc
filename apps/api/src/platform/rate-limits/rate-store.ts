/** A counter to add to. */
export interface Count {
  readonly key: string;
  readonly by: number;
  /** Milliseconds after its first count that the counter begins anew. */
  readonly windowMs: number;
}

/** How a counter stands. */
export interface Counted {
  readonly count: number;
  /** Milliseconds until it begins anew. */
  readonly endsIn: number;
}

/** Where requests are counted. */
export interface RateStore {
  /** Whether other processes count in it too. */
  readonly shared: boolean;
  /** @returns how each stands, in the same order. Never fails. */
  add(counts: readonly Count[]): Promise<readonly Counted[]>;
  close(): Promise<void>;
}

/** Counters kept at once; beyond it the oldest begin anew. */
const most = 100_000;

/** Counts in this process alone. */
export function memoryStore(now: () => number = Date.now): RateStore {
  const counters = new Map<string, { count: number; endsAt: number }>();

  function add({ key, by, windowMs }: Count): Counted {
    const at = now();
    let counter = counters.get(key);
    if (!counter || counter.endsAt <= at) {
      counters.delete(key);
      counter = { count: 0, endsAt: at + windowMs };
      counters.set(key, counter);
      if (counters.size > most) forgetSome(at);
    }
    counter.count += by;
    return { count: counter.count, endsIn: counter.endsAt - at };
  }

  function forgetSome(at: number): void {
    for (const [key, { endsAt }] of counters) if (endsAt <= at) counters.delete(key);
    for (const key of counters.keys()) {
      if (counters.size <= most) return;
      counters.delete(key);
    }
  }

  return {
    shared: false,
    add: async (counts) => counts.map(add),
    close: async () => undefined,
  };
}
