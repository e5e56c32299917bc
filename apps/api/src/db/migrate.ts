import { readFile } from 'node:fs/promises';
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

/** Changes the schema while no other process does. A failure is undone when the connection ends. */
async function inLockedTransaction(client: pg.Client, change: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await change();
  await client.query('commit');
}
