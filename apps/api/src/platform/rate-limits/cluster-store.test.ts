import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { clusterStore, type IpcPeer, serveCounts } from './cluster-store.ts';
import { memoryStore } from './rate-limit-store.ts';

/** The two ends of a line: what is sent at one comes out at the other, later. */
function line(): [IpcPeer, IpcPeer] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const end = (own: EventEmitter, other: EventEmitter): IpcPeer => ({
    send: (message) => setImmediate(() => other.emit('message', structuredClone(message))),
    on: (event, listener) => own.on(event, listener),
  });
  return [end(...ends), end(ends[1], ends[0])];
}

const one = [{ key: 'a', by: 1, windowMs: 60_000 }];

test('workers count together in the process that looks after them', async () => {
  const counters = memoryStore();
  const stores = [0, 1].map(() => {
    const [worker, primary] = line();
    serveCounts(primary, counters);
    return clusterStore(worker);
  });
  const counts = await Promise.all([...stores, ...stores].map((store) => store.increment(one)));
  expect(counts.map(([counted]) => counted?.count).sort()).toEqual([1, 2, 3, 4]);
  expect((await counters.increment(one))[0]?.count).toBe(5);
});

test('a worker that gets no answer counts alone', async () => {
  const [worker] = line();
  const store = clusterStore(worker);
  expect((await store.increment(one))[0]?.count).toBe(1);
  expect((await store.increment(one))[0]?.count).toBe(2);
});
