import { setTimeout as sleep } from 'node:timers/promises';
import { createJournal } from '../../../apps/api/test/crash/journal.ts';
import { createRecordingClient } from '../../../apps/api/test/crash/recording-client.ts';
import { startLoad } from '../load.ts';
import { type PatroniCluster, type PatroniNode, query, startPatroni } from '../patroni.ts';
import { createDataDir, createReplica, findPorts } from '../replicas.ts';
import { atLeast, type Measurement, none, report } from '../result.ts';
import { listPhones } from '../seller.ts';
import { type Workspace, waitUntil } from '../workspace.ts';

/** Number of phones on offer. */
const phones = 300;
/** Requests that are measured, each never made before, and how many are open at a time. */
const reads = { count: 1500, concurrency: 8 };
/** Milliseconds of load while one standby does not replay. */
const loadMs = 15_000;
/** Milliseconds after which an idle backend of PostgreSQL has reported its scans (10 s), with a margin. */
const statisticsMs = 13_000;
/** How much more two standbys must serve than the primary alone. */
const ratio = 1.6;

/**
 * Compares the processor time that the database servers spend on the same reads, with and without
 * standbys. That is what bounds the throughput where each server has processors of its own; on one
 * machine they would compete for the same ones, together with Redial and the load. Then one standby
 * stops replaying, and must not be read.
 */
export async function readFromStandbys(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const cluster = await startPatroni(workspace);
  const primary = await cluster.findPrimary();
  const standbys = cluster.nodes.filter((node) => node !== primary);
  if (!primary || standbys.length !== 2) throw new Error('there are not two standbys');
  const dataDir = await createDataDir(workspace);
  const [alonePort = 0, sharingPort = 0] = await findPorts(2);
  const create = (port: number, settings: Record<string, string>) =>
    createReplica(workspace, {
      port,
      publicUrl: `http://127.0.0.1:${port}`,
      dataDir,
      settings: {
        DATABASE_URL: cluster.urlOf(primary),
        MIGRATION_DATABASE_URL: cluster.urlOf(primary, 'redial'),
        ...settings,
      },
    });
  const alone = create(alonePort, {});
  const sharing = create(sharingPort, {
    DATABASE_REPLICA_URLS: standbys.map((node) => cluster.urlOf(node)).join(','),
  });
  await alone.start();
  await listPhones(createRecordingClient({ address: alone.url, journal: createJournal() }), phones);
  log(`${phones} phones are listed`);
  const withoutStandbys = await measureReads(alone.url, cluster);
  await alone.stop();
  await sharing.start();
  const withStandbys = await measureReads(sharing.url, cluster);
  const before = withoutStandbys.cpu.get(primary) ?? 0;
  const [atPrimary = 0, ...atStandbys] = [primary, ...standbys].map((n) => withStandbys.cpu.get(n));
  const busiest = Math.max(atPrimary, ...atStandbys.map((cpu) => cpu ?? 0));
  log('reads are measured');

  const [paused, other] = standbys as [PatroniNode, PatroniNode];
  const load = await startLoad(sharing.url, [sharing.url]);
  // Patroni would end the pause at its next look.
  paused.pausePatroni();
  await query(cluster.urlOf(paused, 'postgres'), 'select pg_wal_replay_pause()');
  await waitUntil('the pause', 20, async () => {
    const [row] = await query<{ state: string }>(
      cluster.urlOf(paused, 'postgres'),
      'select pg_get_wal_replay_pause_state() as state',
    );
    return row?.state === 'paused';
  });
  // What it does not replay has to be acknowledged, and earlier scans be reported.
  await sleep(statisticsMs);
  const scans = {
    paused: await countScans(cluster, paused),
    other: await countScans(cluster, other),
  };
  await sleep(loadMs);
  const pausedScans = (await countScans(cluster, paused)) - scans.paused;
  const otherScans = (await countScans(cluster, other)) - scans.other;
  await query(cluster.urlOf(paused, 'postgres'), 'select pg_wal_replay_resume()');
  paused.resumePatroni();
  await sleep(statisticsMs);
  const resumed = await countScans(cluster, paused);
  await sleep(loadMs);
  const resumedScans = (await countScans(cluster, paused)) - resumed;
  await load.stop();

  const perRead = (cpu: number) => `${((cpu / reads.count) * 1000).toFixed(2)} ms`;
  const { counts, stale } = load.freshness;
  return [
    report('processor time of the primary for a read, alone', perRead(before)),
    report('the same with standbys', perRead(atPrimary)),
    report('of each standby', atStandbys.map((cpu) => perRead(cpu ?? 0)).join(', ')),
    atLeast('so many times the reads fit into the busiest server', before / busiest, ratio),
    report(
      'reads a second on this machine, alone and with standbys',
      `${withoutStandbys.perSecond.toFixed(0)}, ${withStandbys.perSecond.toFixed(0)}`,
    ),
    none('scans of a standby that lags behind', pausedScans > 0 ? [`${pausedScans} scans`] : []),
    atLeast('scans of the other one meanwhile', otherScans, 1),
    atLeast('scans of the first one, once it replays again', resumedScans, 1),
    none(`of ${counts.reads} responses during ${counts.writes} changes, outdated`, stale),
    none('errors', [...load.client.counts.unexpected, ...sharing.serverErrors()]),
  ];
}

/** Requests lists that were never requested before. @returns processor seconds of each server. */
async function measureReads(url: string, { nodes }: PatroniCluster) {
  // Jobs of the start, and plans and caches of the connections.
  await sleep(10_000);
  await request(url, 1 + reads.count, 200);
  const before = nodes.map((node) => node.readCpuSeconds());
  const startedAt = performance.now();
  await request(url, 1, reads.count);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: reads.count / seconds,
    cpu: new Map(nodes.map((node, n) => [node, node.readCpuSeconds() - (before[n] ?? 0)])),
  };
}

async function request(url: string, firstPrice: number, count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const maxPrice = firstPrice + next++;
      const response = await fetch(`${url}/allproducts?limit=24&maxPrice=${maxPrice}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`a list returned ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: reads.concurrency }, work));
}

/** How often a server has read products since its start. */
async function countScans(cluster: PatroniCluster, node: PatroniNode): Promise<number> {
  const [row] = await query<{ count: string }>(
    cluster.urlOf(node, 'redial'),
    `select coalesce(sum(seq_scan + idx_scan), 0)::text as count from pg_stat_user_tables
     where relname = 'products'`,
  );
  return Number(row?.count ?? 0);
}
