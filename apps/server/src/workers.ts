import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { serveClusterStore } from '@redial/api';
import { type DatabaseUrls, startEmbeddedPostgres } from '@redial/api/db';
import type { Config } from './config.ts';
import { dropRoot } from './drop-root.ts';
import { requireFreePort } from './free-port.ts';
import { serveClusterMetrics } from './metrics/serve-metrics.ts';
import type { Redial } from './start.ts';
import { superviseWorker } from './supervise-worker.ts';

/**
 * Serves with several processes on one port. The primary process runs the embedded database and
 * supervises the workers, each of which is a complete Redial on that database. The first worker
 * migrates and seeds; the others start once it serves.
 *
 * @param onProgress receives progress messages for the operator.
 */
export function startWorkers(
  config: Config & { workers: number },
  onProgress: (line: string) => void,
): Redial {
  const workers = new Set<Worker>();
  serveClusterStore();
  const stopped = new AbortController();
  let database: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined;
  let metrics: Awaited<ReturnType<typeof serveClusterMetrics>> | undefined;

  function fork(urls: DatabaseUrls): Worker {
    const worker = cluster.fork({
      DATABASE_URL: urls.url,
      MIGRATION_DATABASE_URL: urls.ownerUrl,
    });
    workers.add(worker);
    const killAtExit = () => worker.process.kill('SIGKILL');
    process.on('exit', killAtExit);
    worker.once('exit', () => {
      process.off('exit', killAtExit);
      workers.delete(worker);
    });
    return worker;
  }

  async function startAll(): Promise<void> {
    // Each worker accepts connections itself: one handed over to a worker that just died would
    // hang.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    await requireFreePort(config);
    if (!config.database) {
      database = await startEmbeddedPostgres({ dataDir: config.dataDir, log: onProgress });
    }
    await dropRoot(config, database?.location, onProgress);
    if (config.metrics) metrics = await serveClusterMetrics(config.metrics);
    const urls = config.database ?? database ?? { url: '', ownerUrl: '' };
    const startOne = () =>
      superviseWorker(() => fork(urls), { signal: stopped.signal, onProgress });
    await waitUntilListening(startOne());
    const others = Array.from({ length: config.workers - 1 }, startOne);
    await Promise.all(others.map(waitUntilListening));
  }

  async function stop(): Promise<void> {
    stopped.abort();
    await metrics?.stop();
    metrics = undefined;
    await Promise.all(
      [...workers].map(async (worker) => {
        worker.process.kill('SIGTERM');
        if (!worker.isDead()) await once(worker, 'exit');
      }),
    );
    await database?.stop();
    database = undefined;
  }

  const ready = startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ready, stop };
}

/**
 * Resolves once a worker serves; rejects if it exits before. The worker prints the reason itself.
 */
function waitUntilListening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve());
    worker.once('exit', () => reject(new WorkerFailed()));
  });
}

/** A worker could not start, and has printed the reason. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
  override readonly message = 'a worker could not start; see its message above';
}
