import pg from 'pg';
import { connectTimeout } from './connection-settings.ts';
import type { DatabaseUrls } from './embedded.ts';
import { readMigrationTimes } from './migrate.ts';

/** What an operator has to know about a database before Redial uses it. */
export interface DatabaseState {
  /** Such as 18.4. */
  readonly version: string;
  readonly majorVersion: number;
  /** Of pg_trgm, which the search needs: whether it is there, or a migration can create it. */
  readonly trigrams: 'installed' | 'available' | 'missing';
  /** Migrations that the database has, and those of this version that it does not have yet. */
  readonly applied: number;
  readonly pending: number;
  /** Migrations of a newer version of Redial, which this one does not know. */
  readonly unknown: number;
  /** How far the clock of the database is ahead of this process, in milliseconds. */
  readonly aheadMs: number;
  /** Connections that the database grants to ordinary roles. */
  readonly maxConnections: number;
  /** Whether it takes no writes, such as a standby. */
  readonly isReadOnly: boolean;
}

/**
 * Reads the state of a database without changing it.
 *
 * @param urls of the server's role, which has to be able to connect, and of the owner.
 * @throws if one of them cannot connect.
 */
export async function inspectDatabase({ url, ownerUrl }: DatabaseUrls): Promise<DatabaseState> {
  if (url !== ownerUrl) await withClient(url, (client) => client.query('select 1'));
  const known = await readMigrationTimes();
  return withClient(ownerUrl, async (client) => {
    const before = Date.now();
    const { rows } = await client.query<{
      version: string;
      number: number;
      installed: boolean;
      creatable: boolean;
      now: number;
      max_connections: number;
      read_only: boolean;
      migrated: boolean;
    }>(`
      select current_setting('server_version') as version,
        current_setting('server_version_num')::int as number,
        exists (select from pg_extension where extname = 'pg_trgm') as installed,
        exists (select from pg_available_extensions where name = 'pg_trgm')
          and has_database_privilege(current_database(), 'create') as creatable,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as max_connections,
        pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only,
        to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
    const here = (before + Date.now()) / 2;
    const [row] = rows;
    if (!row) throw new Error('the database returned nothing');
    const times = row.migrated ? await readAppliedTimes(client) : [];
    return {
      version: row.version.split(' ')[0] ?? row.version,
      majorVersion: Math.floor(row.number / 10_000),
      trigrams: row.installed ? 'installed' : row.creatable ? 'available' : 'missing',
      applied: times.length,
      pending: known.filter((time) => !times.includes(time)).length,
      unknown: times.filter((time) => !known.includes(time)).length,
      aheadMs: Math.round(row.now - here),
      maxConnections: row.max_connections,
      isReadOnly: row.read_only,
    };
  });
}

async function readAppliedTimes(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations',
  );
  return rows.map(({ at }) => Number(at));
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    ...connectTimeout,
    query_timeout: 8000,
    application_name: 'redial-doctor',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
