/** Runs tasks beside each other, those of one key in turn. */
export interface KeyedTasks {
  /**
   * Starts a task as soon as it may run, and does not wait for its end.
   *
   * @throws what a task before it has thrown; then it is not started.
   */
  start(key: string, task: () => Promise<void>): Promise<void>;
  /** Waits for all tasks. @throws what one of them has thrown. */
  settle(): Promise<void>;
}

/** @param max tasks that run at a time. */
export function createKeyedTasks(max: number): KeyedTasks {
  const running = new Map<string, Promise<void>>();
  const errors: unknown[] = [];
  const throwError = () => {
    if (errors.length > 0) throw errors[0];
  };
  return {
    async start(key, task) {
      while (running.has(key) || running.size >= max) {
        await (running.get(key) ?? Promise.race(running.values()));
      }
      throwError();
      const run = async () => {
        try {
          await task();
        } catch (error) {
          errors.push(error);
        } finally {
          running.delete(key);
        }
      };
      running.set(key, run());
    },
    async settle() {
      await Promise.all(running.values());
      throwError();
    },
  };
}
