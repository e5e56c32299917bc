import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { buildConcurrentIndexes } from './concurrent-indexes.ts';
import { connectTimeout, liftLimits } from './connection-settings.ts';
import { grantApplicationRole } from './grants.ts';
import { createPartitions } from './partitions.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Defines the function that knows every table, and is replaced as a whole at each start. */
const purgeFunction = new URL('./schema/purge-demo-data.sql', import.meta.url);
/** Key of the advisory lock under which one process at a time migrates. */
const migrationLock = 7_305_116;

/**
 * Applies pending migrations: forward only, in one transaction, under an advisory lock, so that
 * several replicas can start at once. The lock belongs to the transaction, because behind a
 * transaction pooler a session lock could end up on another client's connection.
 *
 * @param connectionString connects as the owner of the database.
 * @param applicationRole the role that the server connects as.
 * @throws if a migration fails; then nothing is changed.
 */
export async function migrate(connectionString: string, applicationRole: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    ...connectTimeout,
    application_name: 'redial-migrate',
  });
  await client.connect();
  try {
    // Drizzle's own `commit` ends the transaction, and with it the lock.
    await inLockedTransaction(client, () => runMigrations(drizzle(client), { migrationsFolder }));
    await inLockedTransaction(client, async () => {
      await client.query(await readFile(purgeFunction, 'utf8'));
      await grantApplicationRole(client, applicationRole);
      await createPartitions(drizzle(client), new Date());
    });
  } finally {
    await client.end();
  }
  await buildConcurrentIndexes(connectionString);
}

/** The journal of the migrations, in the format of Drizzle. */
interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[];
}

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal;

/** The times of all migrations of this version, by which the database records them. */
export const readMigrationTimes = async (): Promise<number[]> =>
  (await readJournal()).entries.map(({ when }) => when);

/** The name of the migration with a time, as the database records it; `undefined` if it is unknown. */
export async function findMigration(at: number): Promise<string | undefined> {
  return (await readJournal()).entries.find(({ when }) => when === at)?.tag;
}

/**
 * Applies the migrations of an earlier version to an empty database, up to the one with this time. The
 * server's role gets its rights by `migrate`.
 *
 * @param connectionString connects as the owner of the database.
 */
export async function migrateUpTo(connectionString: string, at: number): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.filter(({ when }) => when <= at);
  const folder = await mkdtemp(path.join(tmpdir(), 'redial-migrations-'));
  const client = new pg.Client({ connectionString, ...connectTimeout });
  try {
    await mkdir(path.join(folder, 'meta'));
    await writeFile(
      path.join(folder, 'meta/_journal.json'),
      JSON.stringify({ ...journal, entries }),
    );
    for (const { tag } of entries) {
      await cp(path.join(migrationsFolder, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    }
    await client.connect();
    await inLockedTransaction(client, () =>
      runMigrations(drizzle(client), { migrationsFolder: folder }),
    );
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * While a migration waits for a table, everybody who comes after it waits, too, also for the tables that it
 * has got already: so it gives up long before the lock timeout of their statements (2 s).
 */
const lockTimeoutMs = 500;
const attempts = 60;
const pauseMs = 1000;
/** PostgreSQL's code of an expired `lock_timeout`. */
const lockNotAvailable = '55P03';

/**
 * Changes the schema while no other process does. If a table is in use for longer than the lock timeout,
 * everything is undone and tried again. Another failure is undone when the connection ends.
 */
async function inLockedTransaction(client: pg.Client, change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    await client.query(liftLimits('local'));
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    try {
      await change();
      await client.query('commit');
      return;
    } catch (error) {
      if (attempt === attempts || !isLockTimeout(error)) throw error;
      await client.query('rollback');
      await sleep(pauseMs);
    }
  }
}

/** Drizzle wraps the errors of PostgreSQL. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === lockNotAvailable) || isLockTimeout(error.cause));
