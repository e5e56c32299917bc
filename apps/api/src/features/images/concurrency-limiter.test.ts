import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

test('runs two tasks at a time, queues some and rejects the rest', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3 });
  let running = 0;
  let maxRunning = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = () =>
    limiter(async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await opened;
      running--;
    });
  const accepted = [work(), work(), work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ code: 'server.unavailable' });
  open();
  await Promise.all(accepted);
  expect([maxRunning, running]).toEqual([2, 0]);
  await expect(limiter(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await Promise.all([work(), work(), work()]);
});
