import { type DatabaseState, inspectDatabase, jobConnections } from '@redial/api/db';
import type { Config } from '../config.ts';
import { findDatabase } from '../find-database.ts';
import { describeError, type Finding, failed, ok, warning } from './finding.ts';

const oldestVersion = 15;
/**
 * Connections of a process beside its pool: four of the job queue, one each for live updates and the
 * response cache, and three that reads share.
 */
const otherConnections = 9 + jobConnections;

/**
 * Checks the configured database, or the embedded one, which is started if Redial is not running.
 * Nothing is migrated.
 *
 * @returns the findings, and how far the clock of an external database is ahead, in milliseconds.
 */
export async function checkDatabase(
  config: Config,
): Promise<{ findings: Finding[]; aheadMs?: number }> {
  const name = 'database';
  try {
    const { stop, ...urls } = await findDatabase(config);
    try {
      const state = await inspectDatabase(urls);
      const findings = judgeDatabase(state, config);
      return config.database ? { findings, aheadMs: state.aheadMs } : { findings };
    } finally {
      await stop();
    }
  } catch (error) {
    const advice = config.database
      ? 'check DATABASE_URL and MIGRATION_DATABASE_URL with psql from this machine: docs/providers/postgresql.md'
      : 'look at postgres/server.log in DATA_DIR';
    return { findings: [failed(name, describeError(error), advice)] };
  }
}

/** What the state of a database means for this version and these settings. */
export function judgeDatabase(
  state: DatabaseState,
  {
    database,
    databasePoolSize,
    workers,
  }: Pick<Config, 'database' | 'databasePoolSize' | 'workers'>,
): Finding[] {
  const findings = [judgeVersion(state), judgeExtension(state), judgeMigrations(state)];
  if (state.isReadOnly) {
    findings.push(
      failed('database', 'it takes no writes', 'set DATABASE_URL to the primary, not to a standby'),
    );
  }
  const needed = workers * (databasePoolSize + otherConnections);
  if (needed > state.maxConnections) {
    findings.push(
      warning(
        'connections',
        `this machine may open ${needed}, the database grants ${state.maxConnections}`,
        'raise max_connections of the database, or lower DATABASE_POOL_SIZE or WORKERS',
      ),
    );
  } else findings.push(ok('connections', `${needed} of ${state.maxConnections} at most`));
  if (database && database.url === database.ownerUrl) {
    findings.push(
      warning(
        'database role',
        'the server connects as the owner, who could change the ledger',
        'give the server a role of its own, and set MIGRATION_DATABASE_URL: docs/providers/postgresql.md',
      ),
    );
  }
  return findings;
}

function judgeVersion({ version, majorVersion }: DatabaseState): Finding {
  if (majorVersion >= oldestVersion) return ok('database', `PostgreSQL ${version}`);
  return failed(
    'database',
    `PostgreSQL ${version} is too old`,
    `upgrade it to PostgreSQL ${oldestVersion} or newer`,
  );
}

function judgeExtension({ trigrams }: DatabaseState): Finding {
  const name = 'extensions';
  if (trigrams === 'installed') return ok(name, 'pg_trgm is installed');
  if (trigrams === 'available') return ok(name, 'pg_trgm is available: the start creates it');
  return failed(
    name,
    'pg_trgm is missing, and this role cannot create it',
    'install it (Debian: postgresql), and run “create extension pg_trgm” as a superuser',
  );
}

function judgeMigrations({ applied, pending, unknown }: DatabaseState): Finding {
  const name = 'migrations';
  if (unknown > 0) {
    return warning(
      name,
      `the database has ${unknown} of a newer version`,
      'run the version of Redial that migrated it',
    );
  }
  if (pending === 0) return ok(name, `all ${applied} are applied`);
  return ok(name, `${applied} are applied, ${pending} follow at the next start`);
}
