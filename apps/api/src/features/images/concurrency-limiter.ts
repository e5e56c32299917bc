import { Problem } from '../../platform/problem.ts';

/** Runs work in turns: some at once, some waiting, and no more. */
export type ConcurrencyLimiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * @param atOnce how many run at the same time.
 * @param waiting how many more may wait, in the order in which they came.
 * @returns a function that throws Problem `server.unavailable` where too many wait already.
 */
export function createConcurrencyLimiter({
  maxConcurrent,
  maxQueued,
}: {
  maxConcurrent: number;
  maxQueued: number;
}): ConcurrencyLimiter {
  let running = 0;
  const queue: (() => void)[] = [];

  function acquire(): Promise<void> | void {
    if (running < maxConcurrent) {
      running++;
      return;
    }
    if (queue.length >= maxQueued) {
      throw new Problem(
        'server.unavailable',
        'Many pictures are being uploaded just now, try again in a minute',
      );
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.push(resolve);
    return promise;
  }

  function release(): void {
    const next = queue.shift();
    if (next) next();
    else running--;
  }

  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
