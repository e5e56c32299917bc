import pLimit from 'p-limit';
import { Problem } from '../../platform/problem.ts';

/**
 * Runs a task when a slot is free.
 *
 * @throws Problem `server.unavailable` where the queue is full
 */
export type ConcurrencyLimiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param options.maxConcurrent tasks that run at the same time
 * @param options.maxQueued tasks that wait, first in, first out
 */
export function createConcurrencyLimiter({
  maxConcurrent,
  maxQueued,
}: {
  maxConcurrent: number;
  maxQueued: number;
}): ConcurrencyLimiter {
  const limit = pLimit(maxConcurrent);
  return async (task) => {
    // p-limit starts a task in a later microtask, so a free slot is still pending here.
    if (limit.activeCount + limit.pendingCount >= maxConcurrent + maxQueued) {
      throw new Problem(
        'server.unavailable',
        'Many pictures are being uploaded just now, try again in a minute',
      );
    }
    return limit(task);
  };
}
