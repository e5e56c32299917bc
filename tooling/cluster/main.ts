import { findMissingPackages, type Program } from './programs.ts';
import { type Measurement, none, renderTable } from './result.ts';
import { failOverDatabase } from './scenarios/database-failover.ts';
import { useTransactionPooler } from './scenarios/pgbouncer.ts';
import { failOverRedis } from './scenarios/redis-failover.ts';
import { restartReplicas } from './scenarios/rolling-restart.ts';
import { readFromStandbys } from './scenarios/standby-reads.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

interface Scenario {
  readonly title: string;
  readonly needs: readonly Program[];
  /** Minutes after which it has failed. */
  readonly maxMinutes: number;
  run(workspace: Workspace, log: (line: string) => void): Promise<Measurement[]>;
}

/**
 * Redial on more than one machine, with the real parts from Debian's packages, on loopback. Every
 * scenario starts its own servers in a directory of its own, breaks something under load, measures, and
 * removes everything again: processes, files and ports.
 *
 * `npm run test:cluster -- [SCENARIO …]` runs all or some of them, one after the other, and prints a
 * table. The exit code is 1 if a limit is missed, 2 if a package is missing or a name is wrong. It needs
 * Linux and, if started by root, the user `postgres`.
 */
const scenarios: Record<string, Scenario> = {
  'database-failover': {
    title: 'The primary of PostgreSQL under Patroni is killed',
    needs: ['postgres', 'patroni', 'etcd client', 'etcd', 'haproxy', 'ps'],
    maxMinutes: 10,
    run: failOverDatabase,
  },
  'redis-failover': {
    title: 'The primary of Redis under Sentinel is killed',
    needs: ['postgres', 'haproxy', 'redis', 'ps'],
    maxMinutes: 5,
    run: failOverRedis,
  },
  'rolling-restart': {
    title: 'Four replicas are replaced by the next version, which migrates',
    needs: ['postgres', 'haproxy', 'ps'],
    maxMinutes: 6,
    run: restartReplicas,
  },
  pgbouncer: {
    title: 'PgBouncer in transaction mode, with cached responses',
    needs: ['postgres', 'pgbouncer', 'haproxy', 'ps'],
    maxMinutes: 5,
    run: useTransactionPooler,
  },
  'standby-reads': {
    title: 'Two standbys share the reading',
    needs: ['postgres', 'patroni', 'etcd client', 'etcd', 'ps'],
    maxMinutes: 8,
    run: readFromStandbys,
  },
};

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : Object.keys(scenarios);
const selected = names.map((name) => scenarios[name]);
if (selected.includes(undefined)) {
  fail(`Usage: npm run test:cluster -- [${Object.keys(scenarios).join(' | ')}]`);
}
const missing = findMissingPackages(selected.flatMap((scenario) => scenario?.needs ?? []));
if (missing.length > 0) {
  fail(`Packages are missing: apt-get install --no-install-recommends ${missing.join(' ')}`);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // `exit` handlers end what was started.
  process.on(signal, () => process.exit(130));
}

const tables: string[] = [];
for (const scenario of selected) {
  if (!scenario) continue;
  const rows = await runScenario(scenario);
  tables.push(renderTable(scenario.title, rows));
  if (rows.some(({ ok }) => !ok)) process.exitCode = 1;
}
process.stdout.write(`\n${tables.join('\n\n')}\n`);
process.exit();

async function runScenario({ title, run, maxMinutes }: Scenario): Promise<Measurement[]> {
  const startedAt = performance.now();
  const log = (line: string) =>
    process.stdout.write(`  ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${line}\n`);
  process.stdout.write(`${title}\n`);
  const workspace = await createWorkspace();
  const rows: Measurement[] = [];
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new Error(`not done in ${maxMinutes} minutes`)),
    maxMinutes * 60_000,
  );
  try {
    rows.push(...(await Promise.race([run(workspace, log), timeout.promise])));
  } catch (error) {
    rows.push(none('errors', [error instanceof Error ? `${error.stack}` : String(error)]));
  }
  clearTimeout(timer);
  rows.push(none('processes that are left', await workspace.close()));
  log('done');
  return rows;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
