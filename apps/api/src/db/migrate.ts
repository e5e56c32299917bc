import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { connectTimeout } from './connection-settings.ts';
import { grantApplicationRole } from './grants.ts';

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
    });
  } finally {
    await client.end();
  }
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

/** Changes the schema while no other process does. A failure is undone when the connection ends. */
async function inLockedTransaction(client: pg.Client, change: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await change();
  await client.query('commit');
}
