import { type Count, type Counted, memoryStore, type RateStore } from './rate-store.ts';

/** Milliseconds that a count may take before it is made in this process instead. */
const patience = 250;

interface Ask {
  readonly rates: 'ask';
  readonly id: number;
  readonly counts: readonly Count[];
}
interface Answer {
  readonly rates: 'answer';
  readonly id: number;
  readonly counted: readonly Counted[];
}

/** A process's line to another one, as Node's `process` and a cluster's worker have it. */
export interface Line {
  send?(message: Ask | Answer): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Counts in the process that looks after this one, together with its other workers. */
export function primaryStore(line: Line): RateStore {
  const memory = memoryStore();
  const waiting = new Map<number, (counted: readonly Counted[]) => void>();
  let asked = 0;
  line.on('message', (message) => {
    const { rates, id, counted } = message as Partial<Answer>;
    if (rates === 'answer' && id !== undefined && counted) waiting.get(id)?.(counted);
  });
  return {
    shared: true,
    add: (counts) =>
      new Promise((resolve) => {
        const id = ++asked;
        const settle = (counted: readonly Counted[]) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(counted);
        };
        const alone = async () => settle(await memory.add(counts));
        const timer = setTimeout(alone, patience);
        waiting.set(id, settle);
        line.send?.({ rates: 'ask', id, counts });
      }),
    close: async () => undefined,
  };
}

/** Counts for a worker that asks. */
export function countFor(worker: Line, store: RateStore): void {
  worker.on('message', async (message) => {
    const { rates, id, counts } = message as Partial<Ask>;
    if (rates !== 'ask' || id === undefined || !counts) return;
    worker.send?.({ rates: 'answer', id, counted: await store.add(counts) });
  });
}
