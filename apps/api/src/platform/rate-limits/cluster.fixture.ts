import cluster from 'node:cluster';
import { once } from 'node:events';
import { createClusterStore, serveClusterStore } from './rate-limit-store.ts';

/** A cluster of two workers that share a limit of three; reports the waits of three requests of each. */
if (cluster.isPrimary) {
  serveClusterStore();
  const workers = [cluster.fork(), cluster.fork()];
  const reports = await Promise.all(
    workers.map(
      (worker) =>
        new Promise<number[]>((resolve) => {
          worker.on('message', (message: { waits?: number[] }) => {
            if (message.waits) resolve(message.waits);
          });
        }),
    ),
  );
  process.send?.(reports.flat());
  for (const worker of workers) worker.kill();
  await Promise.all(workers.map((worker) => once(worker, 'exit')));
} else {
  const limiter = createClusterStore().create({ name: 'test', max: 3, seconds: 60 });
  const waits = [];
  for (let n = 0; n < 3; n++) waits.push(await limiter.consume('a'));
  process.send?.({ waits });
}
