import { setTimeout as sleep } from 'node:timers/promises';
import { startReplicaProxy } from '../haproxy.ts';
import { createNextVersion } from '../next-version.ts';
import { query } from '../patroni.ts';
import { createDataDir, createReplica, findPorts } from '../replicas.ts';
import { startRequests } from '../requests.ts';
import { atLeast, formatSeconds, type Measurement, none, report } from '../result.ts';
import { startPostgres } from '../single-postgres.ts';
import type { Workspace } from '../workspace.ts';

/** Milliseconds of load before, after, and between two restarts. */
const loadMs = { around: 8000, between: 2000 };

/**
 * Four replicas behind HAProxy are replaced by the next version, one after the other, under load. The
 * first one that starts migrates the database, while the previous version serves. At the end one is
 * killed.
 */
export async function restartReplicas(
  workspace: Workspace,
  log: (line: string) => void,
): Promise<Measurement[]> {
  const database = await startPostgres(workspace);
  const settings = { ...database, DRAIN_SECONDS: '3' };
  const ports = await findPorts(4);
  const publicUrl = `http://127.0.0.1:${await startReplicaProxy(workspace, ports)}`;
  const dataDir = await createDataDir(workspace);
  const nextVersion = await createNextVersion(await createDataDir(workspace));
  const create = (port: number, root?: string) =>
    createReplica(workspace, { port, publicUrl, dataDir, settings, ...(root ? { root } : {}) });
  const previous = ports.map((port) => create(port));
  for (const replica of previous) await replica.start();
  log('four replicas serve');

  const load = await startRequests(publicUrl);
  await sleep(loadMs.around);
  const restartedAt = performance.now();
  const next = [];
  const missing: string[] = [];
  for (const replica of previous) {
    await replica.stop();
    const replacement = create(replica.port, nextVersion.root);
    await replacement.start();
    next.push(replacement);
    log(`${next.length} of four are of the next version`);
    missing.push(...(await findMissing(ports, nextVersion.scripts)));
    await sleep(loadMs.between);
  }
  const doneAt = performance.now();
  await sleep(loadMs.around);
  const failures = load.failures().map(({ what }) => what);
  const requests = load.count();
  const migrated = await query(
    database.MIGRATION_DATABASE_URL,
    `select from pg_class where relname in ('next_version_notes', 'products_next_version_note')`,
  );

  // Until the process is gone, the kernel still accepts connections for it.
  await next[0]?.killServer();
  const goneAt = performance.now();
  log('one replica is killed');
  await sleep(loadMs.around);
  await load.stop();
  const cut = load.failures().slice(failures.length);
  const errors = [...previous, ...next].flatMap((replica) => replica.serverErrors());
  return [
    report(
      'four restarts, with three seconds of draining each',
      formatSeconds(doneAt - restartedAt),
    ),
    atLeast('parts of the migration that are there', migrated.length, 2),
    report('requests until then', String(requests)),
    none('requests that failed until then', failures),
    none('scripts of either version that a replica did not send', missing),
    report('slowest request', formatSeconds(load.slowest())),
    report('requests that the kill of a replica cut off', String(cut.length)),
    none(
      'requests after the kill that failed',
      cut.filter(({ startedAt }) => startedAt > goneAt).map(({ what }) => what),
    ),
    none('errors of the servers', errors),
  ];
}

/** Asks each replica for scripts; a page of one version may ask a replica of the other. */
async function findMissing(
  ports: readonly number[],
  scripts: readonly string[],
): Promise<string[]> {
  const missing = [];
  for (const url of ports.flatMap((port) =>
    scripts.map((script) => `http://127.0.0.1:${port}${script}`),
  )) {
    const { status } = await fetch(url);
    if (status !== 200) missing.push(`${url}: ${status}`);
  }
  return missing;
}
