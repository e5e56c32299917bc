import {
  type CounterState,
  type Increment,
  memoryStore,
  type RateLimitStore,
} from './rate-limit-store.ts';

/** Milliseconds that a count may take before it is made in this process instead. */
const timeoutMs = 250;

interface IncrementRequest {
  readonly rates: 'ask';
  readonly id: number;
  readonly increments: readonly Increment[];
}
interface IncrementResponse {
  readonly rates: 'answer';
  readonly id: number;
  readonly states: readonly CounterState[];
}

/** A process's line to another one, as Node's `process` and a cluster's worker have it. */
export interface IpcPeer {
  send?(message: IncrementRequest | IncrementResponse): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Counts in the process that looks after this one, together with its other workers. */
export function clusterStore(peer: IpcPeer): RateLimitStore {
  const memory = memoryStore();
  const pendingRequests = new Map<number, (counted: readonly CounterState[]) => void>();
  let lastId = 0;
  peer.on('message', (message) => {
    const { rates, id, states } = message as Partial<IncrementResponse>;
    if (rates === 'answer' && id !== undefined && states) pendingRequests.get(id)?.(states);
  });
  return {
    shared: true,
    increment: (increments) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const settle = (counted: readonly CounterState[]) => {
          clearTimeout(timer);
          pendingRequests.delete(id);
          resolve(counted);
        };
        const countLocally = async () => settle(await memory.increment(increments));
        const timer = setTimeout(countLocally, timeoutMs);
        pendingRequests.set(id, settle);
        peer.send?.({ rates: 'ask', id, increments });
      }),
    close: async () => undefined,
  };
}

/** Counts for a worker that asks. */
export function serveCounts(worker: IpcPeer, store: RateLimitStore): void {
  worker.on('message', async (message) => {
    const { rates, id, increments } = message as Partial<IncrementRequest>;
    if (rates !== 'ask' || id === undefined || !increments) return;
    worker.send?.({ rates: 'answer', id, states: await store.increment(increments) });
  });
}
