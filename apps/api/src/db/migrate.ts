import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { connectTimeout } from './connection-settings.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Names the advisory lock under which one process at a time migrates. */
const migrationLock = 7_305_116;

/**
 * Brings a database's schema up to date: forward only, in one transaction, under a lock, so that
 * several replicas may start at once. The lock is the transaction's: behind a proxy that pools by
 * transaction, one of the session would be somebody else's next.
 *
 * @throws where a migration fails; then nothing is changed.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    ...connectTimeout,
    application_name: 'redial-migrate',
  });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    // Its own transaction is this one; its end is this one's.
    await runMigrations(drizzle(client), { migrationsFolder });
    await client.query('commit');
  } finally {
    await client.end();
  }
}
