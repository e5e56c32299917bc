import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

test('runs two tasks at a time, queues some and rejects the rest', async () => {
  const turns = createConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3 });
  let running = 0;
  let most = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = () =>
    turns(async () => {
      most = Math.max(most, ++running);
      await opened;
      running--;
    });
  const five = [work(), work(), work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ code: 'server.unavailable' });
  open();
  await Promise.all(five);
  expect([most, running]).toEqual([2, 0]);
  await expect(turns(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await Promise.all([work(), work(), work()]);
});
