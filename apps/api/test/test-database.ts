import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';

/** Migrated once; every test database is cloned from it. */
export const templateDatabase = 'redial_template';

export interface TestDatabase {
  /** Connects as the role of the application. */
  readonly db: Database;
  readonly url: string;
  /** The URL for the owner, who migrates it. A database whose owner's URL was read is not reused. */
  readonly ownerUrl: string;
  /** Executes a statement as the owner, such as a change of a table. The database is not reused. */
  executeAsOwner(statement: string): Promise<void>;
  /** Empties the database for the next test, or closes the pool and drops it. */
  close(): Promise<void>;
}

/** An emptied database, with its pool and the connection that empties it. */
interface ReleasedDatabase {
  readonly name: string;
  readonly superuser: pg.Client;
  readonly db: Database;
  /** Listeners of a new pool, which prepare its connections. */
  readonly connectListeners: number;
}

/** Databases that earlier tests of this process have released. */
const released: ReleasedDatabase[] = [];

/**
 * Provides an empty, migrated database on the test server: one that an earlier test has released, else
 * a clone of the template. Cloning costs 0.2 s of processor time, since it copies a thousand files;
 * emptying a database costs a twentieth of that. Its connections stay open: the first statements of a new
 * one take as long as the rest of a short test.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, url: appUrl } = inject('postgres');
  const { name, superuser, db, connectListeners } = released.pop() ?? (await cloneTemplate());
  const url = withDatabaseName(appUrl, name);
  const ownerUrlOfDatabase = withDatabaseName(ownerUrl, name);
  let isReusable = true;
  return {
    db,
    url,
    get ownerUrl() {
      isReusable = false;
      return ownerUrlOfDatabase;
    },
    executeAsOwner(statement) {
      isReusable = false;
      return execute(ownerUrlOfDatabase, statement);
    },
    async close() {
      if (
        isReusable &&
        isUnused(db.$client, connectListeners) &&
        (await emptyDatabase(superuser, db.$client))
      ) {
        released.push({ name, superuser, db, connectListeners });
        return;
      }
      await db.$client.end();
      await superuser.end();
      await execute(superuserUrl, `drop database ${name} with (force)`);
    },
  };
}

/**
 * Opens another pool on a test database. Its timeouts are ten times those of a server: many concurrent
 * requests are to be served on a busy machine, too, instead of refused as by an overloaded server.
 */
export const openTestPool = (url: string, max?: number): Database =>
  openDatabase(url, { timeoutScale: 10, onError: () => undefined, ...(max ? { max } : {}) });

/** Stores limits on the owner, as `configureConnections` does behind a transaction pooler, but short ones. */
export const limitRole = (database: TestDatabase): Promise<void> =>
  database.executeAsOwner(`do $$
    declare target text := format('alter role current_user in database %I set ', current_database());
    begin
      execute target || 'statement_timeout = 500';
      execute target || 'lock_timeout = 500';
      execute target || 'idle_in_transaction_session_timeout = 500';
    end $$`);

/** The URL of another database on the same server. */
export function withDatabaseName(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function cloneTemplate(): Promise<ReleasedDatabase> {
  const { superuserUrl, url } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(
    superuserUrl,
    `create database ${name} owner redial template ${templateDatabase} strategy file_copy`,
    // Privileges on the database itself are not copied from the template.
    `grant create on database ${name} to ${new URL(url).username}`,
  );
  const superuser = new pg.Client({ connectionString: withDatabaseName(superuserUrl, name) });
  // The server stops before the processes of the tests.
  superuser.on('error', () => undefined);
  await superuser.connect();
  await superuser.query(
    `set test.constant_tables = '{${inject('postgres').template.constantTables}}'`,
  );
  const db = openTestPool(withDatabaseName(url, name));
  return { name, superuser, db, connectListeners: db.$client.listenerCount('connect') };
}

/** A database with a larger table is not emptied: deleted rows keep their pages, which slow its scans. */
const maxTableBytes = 512 * 1024;

const isOwnSchema = `relnamespace::regnamespace::text in ('public', 'identity', 'sandbox_cards')`;

/** Tables that the template has rows of and that tests add to. */
const growing = ['catalogue_revisions', 'sandbox_cards.balance_entries'];

/**
 * Large tables that the application's role cannot write in the template, since checking their rows takes
 * longer than emptying all others. A test that imports them grants it the right.
 */
export const readOnlyTables = ['places', 'place_names'];

/** Deletes the rows that tests have written, with triggers off, and restarts the sequences. */
const deleteRows = `
  set session_replication_role = replica;
  do $$
  declare
    written regclass;
  begin
    for written in
      select oid from pg_class
      where relkind = 'r' and pg_relation_size(oid) > 0
        and ${isOwnSchema}
        and oid <> all (current_setting('test.constant_tables')::regclass[])
    loop
      if pg_relation_size(written) > ${maxTableBytes} then
        raise exception 'too large: %', written;
      end if;
      execute format('delete from %s', written);
    end loop;
    delete from sandbox_cards.balance_entries where kind <> 'top-up';
    perform setval(seqrelid, 1, false) from pg_sequence
    where seqrelid::regclass::text not in ('models_id_seq', 'drizzle.__drizzle_migrations_id_seq');
  end $$`;

/** Whether no connection of a pool is in use, nor changed by a test, which it would do in a listener. */
const isUnused = (pool: pg.Pool, connectListeners: number): boolean =>
  !pool.ended &&
  pool.idleCount === pool.totalCount &&
  pool.listenerCount('acquire') === 0 &&
  pool.listenerCount('connect') === connectListeners;

/** Whether the database is like the template again, with no other connections than those of the pool. */
async function emptyDatabase(client: pg.Client, pool: pg.Pool): Promise<boolean> {
  const { template } = inject('postgres');
  try {
    await client.query(deleteRows);
  } catch {
    return false;
  }
  const { rows } = await client.query<{ connections: number; locks: number }>(`
    select
      (select count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()
         and backend_type = 'client backend') as connections,
      (select count(*)::int from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory') as locks`);
  return (
    rows[0]?.connections === pool.totalCount &&
    rows[0].locks === 0 &&
    (await checksumOf(client, template.constantTables)) === template.checksum
  );
}

/** What a database must still be like when it is reused. */
export interface TemplateContent {
  /** Tables whose rows come from the migrations and from the catalogue of models. */
  readonly constantTables: readonly string[];
  /** Checksum of the schemas and of these tables. */
  readonly checksum: string;
}

/** Reads which rows the template has. */
export async function describeTemplate(client: pg.Client): Promise<TemplateContent> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and pg_relation_size(oid) > 0 and ${isOwnSchema} order by 1`);
  const constantTables = rows.map(({ name }) => name);
  return { constantTables, checksum: await checksumOf(client, constantTables) };
}

async function checksumOf(client: pg.Client, tables: readonly string[]): Promise<string> {
  // The revisions count changes of other tables, and the balance has an entry of each charge.
  const rowsOf = tables
    .filter((table) => ![...growing, ...readOnlyTables].includes(table))
    // Each change of a row gives it a newer transaction id. A clone has those of the template.
    .map((table) => `(select concat(count(*), ' ', max(xmin::text::bigint)) from ${table})`);
  const { rows } = await client.query<{ checksum: string }>({
    name: 'checksum',
    text: `select concat_ws(', ', ${rowsOf.join(', ')},
      (select string_agg(nspname, ' ' order by nspname) from pg_namespace where nspname !~ '^pg_')
    ) as checksum`,
  });
  return rows[0]?.checksum ?? '';
}

/** Connects, runs a function, and disconnects. */
export async function withClient<T>(
  serverUrl: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const execute = (serverUrl: string, ...statements: string[]): Promise<void> =>
  withClient(serverUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
