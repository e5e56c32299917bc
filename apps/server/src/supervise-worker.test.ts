import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { superviseWorker } from './supervise-worker.ts';

/** Supervises processes that the test lets serve and exit. */
function supervise() {
  const forked: Worker[] = [];
  const delays: number[] = [];
  const stopped = new AbortController();
  superviseWorker(
    () => {
      const worker = new EventEmitter() as Worker;
      forked.push(worker);
      return worker;
    },
    {
      signal: stopped.signal,
      onProgress: (line) => delays.push(Number(/ in ([\d.]+) s$/.exec(line)?.[1]) * 1000),
      delays: { first: 1, max: 4 },
    },
  );
  return {
    forked,
    delays,
    stopped,
    serve: () => forked.at(-1)?.emit('listening'),
    /** Ends the newest worker and waits for the one that replaces it. */
    async exit() {
      const before = forked.length;
      forked.at(-1)?.emit('exit', 1, null);
      await expect.poll(() => forked.length, { interval: 1 }).toBe(before + 1);
    },
  };
}

test('a worker that does not start is replaced until one serves, with exponential back-off', async () => {
  const { delays, serve, exit } = supervise();
  serve();
  await exit();
  await exit();
  await exit();
  await exit();
  serve();
  await exit();
  expect(delays).toEqual([1, 2, 4, 4, 1]);
});

test('a first worker that does not start is not replaced, nor one that exits after the stop', async () => {
  const first = supervise();
  first.forked[0]?.emit('exit', 1, null);
  const second = supervise();
  second.serve();
  second.stopped.abort();
  second.forked[0]?.emit('exit', 0, null);
  const third = supervise();
  third.serve();
  third.forked[0]?.emit('exit', 1, null);
  third.stopped.abort();
  await sleep(50);
  expect([first, second, third].map(({ forked }) => forked.length)).toEqual([1, 1, 1]);
});
