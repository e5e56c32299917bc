import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryStore, serveCounts } from '@redial/api';
import { startEmbeddedPostgres } from '@redial/api/db';
import type { Config } from './config.ts';
import { requireFreePort } from './free-port.ts';
import type { Redial } from './start.ts';

/** Milliseconds until a worker that died is replaced: one that dies at once is not started in a hurry. */
const restartDelayMs = 1000;

/**
 * Serves by several processes at one port: this one runs the embedded database and looks after the
 * others, each of which is a whole Redial on that database. The first of them migrates and makes the
 * demo; the others follow when it serves.
 *
 * @param tell given a line each for what a person wants to know while it starts.
 */
export function startWorkers(
  config: Config & { workers: number },
  tell: (line: string) => void,
): Redial {
  const workers = new Set<Worker>();
  const rates = memoryStore();
  const stopped = new AbortController();
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;

  function fork(databaseUrl: string): Worker {
    const worker = cluster.fork({ DATABASE_URL: databaseUrl });
    workers.add(worker);
    serveCounts(worker, rates);
    let served = false;
    worker.once('listening', () => {
      served = true;
    });
    worker.once('exit', async (code, signal) => {
      workers.delete(worker);
      if (stopped.signal.aborted || !served) return;
      tell(`A worker ended (${signal ?? code}); another one takes its place`);
      await sleep(restartDelayMs);
      if (!stopped.signal.aborted) fork(databaseUrl);
    });
    return worker;
  }

  async function startAll(): Promise<void> {
    // Each accepts for itself: a connection that is handed to a worker that dies just then hangs.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    await requireFreePort(config);
    if (!config.databaseUrl) {
      database = await startEmbeddedPostgres({ dataDir: config.dataDir, log: tell });
    }
    const databaseUrl = config.databaseUrl ?? database?.url ?? '';
    await waitUntilListening(fork(databaseUrl));
    const others = Array.from({ length: config.workers - 1 }, () => fork(databaseUrl));
    await Promise.all(others.map(waitUntilListening));
  }

  async function stop(): Promise<void> {
    stopped.abort();
    await Promise.all(
      [...workers].map(async (worker) => {
        worker.process.kill('SIGTERM');
        if (!worker.isDead()) await once(worker, 'exit');
      }),
    );
    await database?.stop();
    database = undefined;
    await rates.close();
  }

  const ready = startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ready, stop };
}

/** Settles once a worker serves; fails where it ends before. It says for itself why. */
function waitUntilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new WorkerFailed()));
  });
}

/** A worker has told why it cannot start. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
  override readonly message = 'a worker could not start; what it said is above';
}
