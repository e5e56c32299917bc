import type { Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

/** Delays before a worker is replaced, in milliseconds, to avoid a restart loop. */
const defaultDelays = { first: 1000, max: 30_000 };

/**
 * Starts a worker and replaces it whenever it exits, with exponential back-off while replacements do not
 * start, as while the database is away. If the first worker exits before it serves, it is not replaced:
 * then the settings are wrong.
 *
 * @param fork starts the process.
 * @param options.signal aborted when the workers are stopped.
 * @returns the first worker.
 */
export function superviseWorker(
  fork: () => Worker,
  options: {
    signal: AbortSignal;
    onProgress: (line: string) => void;
    delays?: { first: number; max: number };
  },
): Worker {
  const { signal, onProgress, delays = defaultDelays } = options;

  /** @param delayMs after which this worker was started; `undefined` for the first one. */
  function run(delayMs?: number): Worker {
    const worker = fork();
    let served = false;
    worker.once('listening', () => {
      served = true;
    });
    worker.once('exit', async (code, exitSignal) => {
      if (signal.aborted || (!served && delayMs === undefined)) return;
      const nextMs =
        served || delayMs === undefined ? delays.first : Math.min(delayMs * 2, delays.max);
      onProgress(
        `A worker exited (${exitSignal ?? code}); starting another one in ${nextMs / 1000} s`,
      );
      await sleep(nextMs);
      if (!signal.aborted) run(nextMs);
    });
    return worker;
  }

  return run();
}
