import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { binaries } from '../../apps/api/test/external-postgres.ts';
import { freePort } from '../../apps/api/test/free-port.ts';
import { findProgram } from './programs.ts';
import { kill, type Workspace, waitUntil } from './workspace.ts';

/** A PostgreSQL server that Patroni runs. */
export interface PatroniNode {
  readonly name: string;
  readonly port: number;
  /** Of Patroni's REST interface, which health checks ask. */
  readonly restPort: number;
  readonly dataDir: string;
  /** Kills Patroni and PostgreSQL at once, as if the machine had failed. */
  kill(): void;
  start(): void;
  /** Suspends and resumes Patroni, while PostgreSQL runs. */
  pausePatroni(): void;
  resumePatroni(): void;
  /** Seconds of processor time that PostgreSQL has used. */
  readCpuSeconds(): number;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** The URL of a node's database. */
  urlOf(node: Pick<PatroniNode, 'port'>, role?: 'redial' | 'redial_app' | 'postgres'): string;
  /** The node that Patroni says is the primary. */
  findPrimary(): Promise<PatroniNode | undefined>;
  /** Waits until so many standbys stream from the primary, one of them synchronously. */
  waitForStandbys(count: number): Promise<void>;
}

/** The shortest time to live that Patroni allows: after it, the loss of a primary is noticed. */
const timeToLiveSeconds = 20;

/**
 * Starts etcd and three PostgreSQL servers under Patroni with synchronous replication, and creates the
 * roles `redial`, which owns the database of the same name, and `redial_app`.
 */
export async function startPatroni(workspace: Workspace): Promise<PatroniCluster> {
  const etcd = await startEtcd(workspace);
  const nodes: PatroniNode[] = [];
  for (const name of ['pg1', 'pg2', 'pg3']) nodes.push(await createNode(workspace, name, etcd));
  const urlOf: PatroniCluster['urlOf'] = ({ port }, role = 'redial_app') =>
    `postgresql://${role}@127.0.0.1:${port}/${role === 'postgres' ? 'postgres' : 'redial'}`;

  async function findPrimary(): Promise<PatroniNode | undefined> {
    for (const node of nodes) {
      const response = await fetch(`http://127.0.0.1:${node.restPort}/primary`, {
        signal: AbortSignal.timeout(2000),
      }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return node;
    }
    return undefined;
  }

  const cluster: PatroniCluster = {
    nodes,
    urlOf,
    findPrimary,
    waitForStandbys: (count) =>
      waitUntil(`${count} standbys that stream`, 90, async () => {
        const primary = await findPrimary();
        if (!primary) return false;
        const rows = await query<{ state: string; sync: string }>(
          urlOf(primary, 'postgres'),
          'select state, sync_state as sync from pg_stat_replication',
        );
        const streaming = rows.filter(({ state }) => state === 'streaming');
        return streaming.length === count && streaming.some(({ sync }) => sync === 'sync');
      }),
  };

  // The first one creates the cluster, the others copy it.
  nodes[0]?.start();
  await waitUntil('the first primary', 60, async () => (await findPrimary()) !== undefined);
  const first = urlOf(nodes[0] ?? { port: 0 }, 'postgres');
  await query(first, 'create role redial login; create role redial_app login');
  await query(first, 'grant pg_read_all_stats to redial_app');
  await query(first, "create database redial owner redial encoding 'UTF8' template template0");
  for (const node of nodes.slice(1)) node.start();
  await cluster.waitForStandbys(2);
  return cluster;
}

async function startEtcd(workspace: Workspace): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  const dir = await workspace.createDir('etcd');
  const urls = (port: number) => `http://127.0.0.1:${port}`;
  workspace.start('etcd', findProgram('etcd'), [
    ...['--name', 'etcd', '--data-dir', dir, '--logger', 'zap', '--log-level', 'warn'],
    ...['--listen-client-urls', urls(client), '--advertise-client-urls', urls(client)],
    ...['--listen-peer-urls', urls(peer), '--initial-advertise-peer-urls', urls(peer)],
    ...['--initial-cluster', `etcd=${urls(peer)}`],
  ]);
  await waitUntil('etcd', 30, async () => (await fetch(`${urls(client)}/health`)).ok);
  return `127.0.0.1:${client}`;
}

async function createNode(workspace: Workspace, name: string, etcd: string): Promise<PatroniNode> {
  const [port, restPort] = [await freePort(), await freePort()];
  const dataDir = path.join(workspace.home, name);
  const config = {
    scope: 'redial',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: timeToLiveSeconds,
        loop_wait: 3,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, hot_standby_feedback: 'on', wal_keep_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust'].concat(
        'host replication all 127.0.0.1/32 trust',
      ),
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binaries,
      pgpass: path.join(workspace.home, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'postgres' },
      },
      // Otherwise a copy waits for a checkpoint that is spread over minutes.
      basebackup: { checkpoint: 'fast' },
      parameters: { unix_socket_directories: workspace.home, shared_buffers: '64MB' },
    },
  };
  // JSON is YAML.
  const file = await workspace.write(`${name}.yml`, JSON.stringify(config, undefined, 2));
  let child: ReturnType<Workspace['start']> | undefined;
  return {
    name,
    port,
    restPort,
    dataDir,
    start: () => {
      child = workspace.start(name, findProgram('patroni'), [file]);
    },
    pausePatroni: () => void child?.kill('SIGSTOP'),
    resumePatroni: () => void child?.kill('SIGCONT'),
    readCpuSeconds: () => sumCpuSeconds(listServerProcesses(dataDir)),
    kill: () => {
      if (child?.pid) kill(child.pid);
      for (const pid of listServerProcesses(dataDir)) kill(pid);
    },
  };
}

/** The postmaster of a data directory and its children. */
function listServerProcesses(dataDir: string): number[] {
  const postmaster = Number.parseInt(
    readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0] ?? '',
    10,
  );
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)]
    .filter(([, , parent]) => Number(parent) === postmaster)
    .map(([, pid]) => Number(pid));
  return [postmaster, ...children];
}

/** Clock ticks of Linux a second, in which `/proc` counts. */
const ticksPerSecond = 100;

/** Sums the processor time of processes, and of the children that they have waited for. */
function sumCpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      // After the name in brackets, utime, stime, cutime and cstime are the 12th to 15th fields.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      for (const field of fields.slice(11, 15)) ticks += Number(field);
    } catch {
      // It has just ended; the postmaster counts it.
    }
  }
  return ticks / ticksPerSecond;
}

/** Makes one query on a connection of its own. */
export async function query<Row extends object>(
  connectionString: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
