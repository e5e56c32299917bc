/**
 * Batches calls of an asynchronous function: all calls made before a run begins share its result, and
 * later calls share the next run.
 */
export function batched<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;

  async function runNext(): Promise<T> {
    // Deferred, so that calls of the same event loop iteration share the run.
    await new Promise((resolve) => setImmediate(resolve));
    await running.catch(() => undefined);
    next = undefined;
    const current = run();
    running = current;
    return current;
  }

  return () => {
    next ??= runNext();
    return next;
  };
}
