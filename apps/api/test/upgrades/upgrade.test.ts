import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate, migrateUpTo, readMigrationTimes } from '../../src/db/migrate.ts';
import { findViolations } from '../security/invariants.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { openTestPool, type TestDatabase, withClient, withDatabaseName } from '../test-database.ts';

/*
 * Upgrades of the databases of released versions. Each release adds a dump of its demo database, with a
 * session and paid orders: `pg_dump --inserts --rows-per-insert=50 --no-owner --no-privileges
 * --exclude-schema=jobs`, without the lines that begin with a backslash.
 */
const dumps = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.sql.gz'));

/** Tables that later versions have renamed. */
const renamed: Record<string, string> = {
  'public.titles': 'public.product_titles',
  'public.public_changes': 'public.catalogue_revisions',
};
/** What upgrades change on purpose, and are not compared. */
const changed: Record<string, readonly string[]> = {
  'drizzle.__drizzle_migrations': ['*'],
  // Computed from other tables.
  'public.catalogue_revisions': ['*'],
  'public.product_counts': ['*'],
  // Hashed since 0015.
  'identity.session': ['token'],
};

/** Columns that have been renamed since. */
const dropped: Record<string, readonly string[]> = {
  'redial-0.1.0.sql.gz': ['public.products.title', 'public.titles.title'],
};

type Rows = Record<string, Record<string, unknown>[]>;

/** Creates an empty database whose owner is the owner of the test databases. */
async function createEmpty(): Promise<TestDatabase> {
  const { superuserUrl, ownerUrl, url } = inject('postgres');
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  await withClient(superuserUrl, async (client) => {
    await client.query(`create database ${name} owner ${new URL(ownerUrl).username}`);
  });
  const owner = withDatabaseName(ownerUrl, name);
  const appUrl = withDatabaseName(url, name);
  const db = openTestPool(appUrl);
  return {
    db,
    url: appUrl,
    ownerUrl: owner,
    executeAsOwner: (statement) =>
      withClient(owner, async (client) => void (await client.query(statement))),
    close: async () => {
      await db.$client.end();
      await withClient(superuserUrl, (client) =>
        client.query(`drop database ${name} with (force)`),
      );
    },
  };
}

/** All rows of all tables, by the name of the table. */
async function readRows(client: pg.Client): Promise<Rows> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select nspname || '.' || relname as name from pg_class
    join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition
      and nspname in ('public', 'identity', 'sandbox_cards', 'drizzle')`);
  const read: Rows = {};
  for (const { name } of tables) {
    const [schema = '', table = ''] = name.split('.');
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${client.escapeIdentifier(schema)}.${client.escapeIdentifier(table)} t`,
    );
    read[name] = rows.map(({ row }) => row);
  }
  return read;
}

/** Finds the rows of before that are not there afterwards, with the columns that both have. */
function findLost(before: Rows, after: Rows): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const name = renamed[table] ?? table;
    const ignored = changed[name] ?? [];
    if (ignored.includes('*')) return [];
    const there = after[name];
    if (!there) return rows.length > 0 ? [`${table}: the table`] : [];
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => column in (there[0] ?? {}) && !ignored.includes(column),
    );
    const pick = (row: Record<string, unknown>) =>
      JSON.stringify(columns.map((column) => row[column]));
    const found = new Set(there.map(pick));
    return rows.map(pick).flatMap((row) => (found.has(row) ? [] : [`${table}: ${row}`]));
  });
}

test('there is a dump of every released version', () => {
  const changelog = readFileSync(
    path.resolve(import.meta.dirname, '../../../../CHANGELOG.md'),
    'utf8',
  );
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
    ([, version]) => version,
  );
  expect(released.length).toBeGreaterThan(0);
  expect(dumps).toEqual(released.map((version) => `redial-${version}.sql.gz`).sort());
});

describe.each(dumps)('the database of %s', (dump) => {
  let database: TestDatabase;
  let app: TestApp;
  let before: Rows;
  let after: Rows;

  beforeAll(async () => {
    database = await createEmpty();
    const statements = gunzipSync(readFileSync(path.join(import.meta.dirname, dump)));
    await database.executeAsOwner(statements.toString('utf8'));
    const { ownerUrl, url } = database;
    before = await withClient(ownerUrl, readRows);
    await migrate(ownerUrl, new URL(url).username);
    after = await withClient(ownerUrl, readRows);
    app = await createTestApp({ database });
  }, 240_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('has every row after the upgrade, with every column that is still there', () => {
    expect(before['public.products']?.length).toBeGreaterThan(100);
    expect(before['public.payments']?.length).toBeGreaterThan(0);
    expect(before['identity.session']?.length).toBeGreaterThan(0);
    expect(findLost(before, after)).toEqual([]);
  });

  test('has no table or column less, but those that were renamed', () => {
    const missing = Object.entries(before).flatMap(([table, rows]) => {
      const [found] = after[renamed[table] ?? table] ?? [];
      const columns = Object.keys(rows[0] ?? {});
      return columns.filter((column) => found && !(column in found)).map((c) => `${table}.${c}`);
    });
    expect(missing.sort()).toEqual(dropped[dump] ?? []);
  });

  test('is served: what was on offer is listed, and all jobs run', async () => {
    const listed = await app.server.inject({ url: '/allproducts?limit=24' });
    expect(listed.statusCode).toBe(200);
    expect(listed.json()).toHaveLength(24);
    await app.runJobs(
      'create-partitions',
      'match-models',
      'update-prices',
      'seal-chains',
      'dispatch-outbox',
      'purge-contact-data',
      'verify-chains',
    );
  });

  test('violates no invariant, before and after the jobs', async () => {
    expect(await findViolations(database.db)).toEqual([]);
  });
});

test('partitioning moves no row to another table, and loses none', async () => {
  const database = await createEmpty();
  const times = await readMigrationTimes();
  // `0055_outbox-uncleared`, the migration before.
  await migrateUpTo(database.ownerUrl, times[55] ?? 0);
  await database.executeAsOwner(`
    insert into users (id, identity_uid, email, email_key, name, role)
      values (gen_random_uuid(), 'uid', 'a@mail.com', 'a@mail.com', 'Ann', 'buyer');
    insert into live_events (user_id, id, type, at)
      select id, n, 'offers.changed', now() - n * interval '7 hours' from users, generate_series(1, 9) n;
    insert into domain_events (type, payload, occurred_at, dispatched_at)
      select 'order.paid', '{}', now() - n * interval '3 days', case when n > 1 then now() end
      from generate_series(1, 20) n;
    insert into notifications
      (user_id, kind, dedupe, title, body, path, in_app, created_at, digest_due)
      select id, 'orders', 'key ' || n, 'A', 'B', '/', true, now() - n * interval '5 days', false
      from users, generate_series(1, 60) n`);
  const before = await withClient(database.ownerUrl, readRows);
  await migrate(database.ownerUrl, new URL(database.url).username);
  const after = await withClient(database.ownerUrl, readRows);
  for (const table of ['live_events', 'domain_events', 'notifications']) {
    expect(after[`public.${table}`]).toHaveLength(before[`public.${table}`]?.length ?? -1);
  }
  expect(findLost(before, after)).toEqual([]);
  // The sequences go on, and the keys of before are still known.
  const { rows } = await database.db.$client.query(`
    insert into notifications (user_id, kind, dedupe, title, body, path, in_app, digest_due)
    select id, 'orders', key, 'A', 'B', '/', true, false from users, unnest(array['key 60', 'new']) key
    returning id::integer, dedupe`);
  expect(rows).toEqual([{ id: expect.any(Number), dedupe: 'new' }]);
  expect(rows[0].id).toBeGreaterThan(60);
  await database.close();
});
