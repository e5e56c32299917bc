import { expect, test } from 'vitest';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

test('runs two tasks at a time, queues some and rejects the rest', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 2, maxQueued: 3, maxQueuedPerUser: 3 });
  let running = 0;
  let maxRunning = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = (userId: string) =>
    limiter(userId, async () => {
      maxRunning = Math.max(maxRunning, ++running);
      await opened;
      running--;
    });
  const accepted = ['a', 'a', 'b', 'c', 'c'].map(work);
  await expect(work('d')).rejects.toMatchObject({ code: 'server.unavailable' });
  open();
  await Promise.all(accepted);
  expect([maxRunning, running]).toEqual([2, 0]);
  await expect(limiter('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await Promise.all([work('a'), work('b'), work('c')]);
});

test('users take turns, so 26 tasks of one user do not delay the task of another', async () => {
  const limiter = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 30,
    maxQueuedPerUser: 30,
  });
  const done: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = (name: string) =>
    limiter(name.slice(0, 1), async () => {
      await opened;
      done.push(name);
    });
  const all = [];
  for (let n = 0; n < 26; n++) all.push(work(`a${n}`));
  all.push(work('b0'), work('b1'), work('c0'));
  open();
  await Promise.all(all);
  expect(done.slice(0, 7)).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  expect(done).toHaveLength(29);
});

test('a user with too many waiting tasks is rejected while others are not', async () => {
  const limiter = createConcurrencyLimiter({ maxConcurrent: 1, maxQueued: 9, maxQueuedPerUser: 2 });
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const work = (userId: string) => limiter(userId, () => opened);
  const accepted = [work('a'), work('a'), work('a')];
  await expect(work('a')).rejects.toMatchObject({ code: 'rate.limited' });
  accepted.push(work('b'));
  open();
  await Promise.all(accepted);
});
