import { setTimeout as sleep } from 'node:timers/promises';
import { startReplicaProxy } from '../haproxy.ts';
import { startLoad } from '../load.ts';
import { startPgbouncer } from '../pgbouncer.ts';
import { createDataDir, createReplica, findPorts } from '../replicas.ts';
import { atLeast, type Measurement, none, report } from '../result.ts';
import { startPostgres } from '../single-postgres.ts';
import type { Workspace } from '../workspace.ts';

/** Milliseconds of load. */
const loadMs = 15_000;
/** How often one list is requested, to see how many statements that takes. */
const repeated = 500;

/**
 * Two replicas behind PgBouncer in transaction mode: responses are cached nevertheless, since they learn
 * of changes past it, and none is outdated while the other replica changes what it shows.
 */
export async function useTransactionPooler(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const direct = await startPostgres(workspace);
  const { port } = new URL(direct.DATABASE_URL);
  const settings = {
    ...direct,
    DATABASE_URL: await startPgbouncer(workspace, Number(port)),
    DATABASE_DIRECT_URL: direct.DATABASE_URL,
  };
  const ports = await findPorts(2);
  const publicUrl = `http://127.0.0.1:${await startReplicaProxy(workspace, ports)}`;
  const dataDir = await createDataDir(workspace);
  const metricsPorts = await findPorts(2);
  const replicas = ports.map((port, n) =>
    createReplica(workspace, {
      port,
      publicUrl,
      dataDir,
      settings: { ...settings, METRICS_PORT: String(metricsPorts[n]) },
    }),
  );
  for (const replica of replicas) await replica.start();
  log('two replicas serve through PgBouncer');

  const load = await startLoad(
    publicUrl,
    replicas.map(({ url }) => url),
  );
  await sleep(loadMs);
  await load.stop();
  log('load has ended');
  // The events of the load are still dispatched, and change what lists depend on.
  await sleep(loadMs);

  const list = `${replicas[0]?.url}/allproducts?limit=24`;
  const before = await readCacheHits(metricsPorts[0]);
  const took = await readAll(list, repeated);
  const after = await readCacheHits(metricsPorts[0]);
  const { counts, stale } = load.freshness;
  return [
    report('acknowledged writes', String(load.journal.facts.length)),
    none(`of ${counts.reads} responses during ${counts.writes} changes, outdated`, stale),
    atLeast(`of ${repeated} repeated lists, those from the cache`, after - before, repeated * 0.9),
    report('a repeated list takes', `${(took / repeated).toFixed(2)} ms`),
    none('failed requests', [
      ...load.client.counts.unexpected,
      ...(load.client.counts.disconnected > 0
        ? [`${load.client.counts.disconnected} cut off`]
        : []),
      ...(load.client.counts.unavailable > 0 ? [`${load.client.counts.unavailable} with 503`] : []),
      ...replicas.flatMap((replica) => replica.serverErrors()),
    ]),
  ];
}

/** How many responses a replica has taken from its cache. */
async function readCacheHits(metricsPort = 0): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^redial_response_cache_hits (\d+)$/m.exec(text)?.[1]);
}

/** Requests a URL so many times, one after the other. @returns milliseconds. */
async function readAll(url: string, times: number): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < times; n++) await (await fetch(url)).arrayBuffer();
  return performance.now() - startedAt;
}
