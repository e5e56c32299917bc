import { Problem } from '../../platform/problem.ts';

/**
 * Runs a task of a user when it is this user's turn.
 *
 * @throws Problem `rate.limited` where the user has too many tasks waiting, `server.unavailable` where
 *   everybody together has
 */
export type ConcurrencyLimiter = <T>(userId: string, task: () => Promise<T>) => Promise<T>;

/**
 * Limits how many tasks run at the same time. Users take turns: after a task of one user comes the
 * oldest task of the next user who waits, so a user with many tasks does not delay the others. A user
 * occupies every slot only while nobody else waits.
 *
 * @param options.maxConcurrent tasks that run at the same time
 * @param options.maxQueued tasks that wait, of all users
 * @param options.maxQueuedPerUser tasks that wait, of one user
 */
export function createConcurrencyLimiter(options: {
  maxConcurrent: number;
  maxQueued: number;
  maxQueuedPerUser: number;
}): ConcurrencyLimiter {
  const { maxConcurrent, maxQueued, maxQueuedPerUser } = options;
  /** Waiting tasks by user; the user whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>();
  let running = 0;
  let queued = 0;

  function startNext(): void {
    const [next] = queues;
    if (!next || running >= maxConcurrent) return;
    const [userId, [start, ...rest]] = next;
    // Deleted and inserted again: the user goes to the end of the line.
    queues.delete(userId);
    if (rest.length > 0) queues.set(userId, rest);
    running++;
    queued--;
    start?.();
  }

  return async (userId, task) => {
    const own = queues.get(userId) ?? [];
    if (running >= maxConcurrent) {
      if (own.length >= maxQueuedPerUser) {
        throw new Problem('rate.limited', 'Wait until your other pictures are uploaded');
      }
      if (queued >= maxQueued) {
        throw new Problem(
          'server.unavailable',
          'Many pictures are being uploaded just now, try again in a minute',
        );
      }
    }
    const { promise: turn, resolve: start } = Promise.withResolvers<void>();
    queues.set(userId, [...own, start]);
    queued++;
    startNext();
    await turn;
    try {
      return await task();
    } finally {
      running--;
      startNext();
    }
  };
}
