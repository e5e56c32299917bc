import { setTimeout as sleep } from 'node:timers/promises';
import { startReplicaProxy } from '../haproxy.ts';
import { startLoad } from '../load.ts';
import { query } from '../patroni.ts';
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
  const replicas = ports.map((port) =>
    createReplica(workspace, { port, publicUrl, dataDir, settings }),
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

  const list = `${replicas[0]?.url}/allproducts?limit=24`;
  await readAll(list, 5);
  const countScans = async () => {
    await sleep(1500);
    const [row] = await query<{ count: string }>(
      direct.MIGRATION_DATABASE_URL,
      `select sum(seq_scan + idx_scan)::text as count from pg_stat_user_tables
       where relname in ('products', 'product_titles')`,
    );
    return Number(row?.count ?? 0);
  };
  const before = await countScans();
  const took = await readAll(list, repeated);
  const scans = (await countScans()) - before;
  const { counts, stale } = load.freshness;
  return [
    report('acknowledged writes', String(load.journal.facts.length)),
    none(`of ${counts.reads} responses during ${counts.writes} changes, outdated`, stale),
    atLeast(
      `of ${repeated} repeated lists, those without a scan of products`,
      repeated - scans,
      repeated * 0.9,
    ),
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

/** Requests a URL so many times, one after the other. @returns milliseconds. */
async function readAll(url: string, times: number): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < times; n++) await (await fetch(url)).arrayBuffer();
  return performance.now() - startedAt;
}
