import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestDatabase,
  limitRole,
  type TestDatabase,
  withClient,
} from '../../test/test-database.ts';
import { buildConcurrentIndexes } from './concurrent-indexes.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const index = (column: string) =>
  `create index concurrently if not exists note_index on notes (${column})`;

const readIndex = async (): Promise<{ valid: boolean; definition: string } | undefined> => {
  const { rows } = await database.db.execute<{ valid: boolean; definition: string }>(sql`
    select indisvalid as valid, pg_get_indexdef(indexrelid) as definition from pg_index
    where indexrelid = to_regclass('note_index')`);
  return rows[0];
};

test('an index is built once, and one whose build was interrupted is built again', async () => {
  await database.executeAsOwner('create table notes (a bigint, b bigint)');
  await buildConcurrentIndexes(database.ownerUrl, `-- A comment.\n${index('a')};`);
  expect(await readIndex()).toMatchObject({ valid: true });
  await buildConcurrentIndexes(database.ownerUrl, index('b'));
  expect((await readIndex())?.definition).toMatch(/\(a\)$/);
  await database.executeAsOwner(`drop index note_index; insert into notes (a) values (1), (1)`);
  const unique = index('a').replace('create', 'create unique');
  await expect(buildConcurrentIndexes(database.ownerUrl, unique)).rejects.toThrow(
    /could not create unique index/,
  );
  expect(await readIndex()).toMatchObject({ valid: false });
  await buildConcurrentIndexes(database.ownerUrl, index('a'));
  expect(await readIndex()).toMatchObject({ valid: true });
});

test('an index that another replaces is dropped, once that is built', async () => {
  await database.executeAsOwner('create index old_index on notes (a); drop index note_index');
  const replace = `${index('a').replace('create', 'create unique')};
    drop index concurrently if exists old_index`;
  const isThere = async () => {
    const { rows } = await database.db.execute(sql`select to_regclass('old_index') as name`);
    return rows[0]?.name !== null;
  };
  await expect(buildConcurrentIndexes(database.ownerUrl, replace)).rejects.toThrow();
  expect(await isThere()).toBe(true);
  await database.executeAsOwner('delete from notes');
  await buildConcurrentIndexes(database.ownerUrl, replace);
  expect(await isThere()).toBe(false);
  await buildConcurrentIndexes(database.ownerUrl, replace);
});

test.each(['create index on notes (a)', 'drop index note_index', 'drop table notes'])(
  '%s is refused',
  async (statement) => {
    await expect(buildConcurrentIndexes(database.ownerUrl, statement)).rejects.toThrow(
      'Not a concurrent index',
    );
  },
);

test('a table that is in use is waited for repeatedly, for a short time each', async () => {
  const role = new URL(database.url).username;
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  await reader.query('begin; lock table drizzle.__drizzle_migrations');
  const migrated = migrate(database.ownerUrl, role);
  const isWaiting = () =>
    withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and application_name = 'redial-migrate'`,
      );
      return rows.length > 0;
    });
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(false);
  await reader.query('rollback');
  await migrated;
  await reader.end();
});

test('an index is built whatever limits its role has, and although its lock is lost', async () => {
  const limited = await createTestDatabase();
  await limited.executeAsOwner('create table notes (a bigint)');
  await withClient(limited.ownerUrl, async (writer) => {
    await writer.query('begin; insert into notes values (1)');
    await limitRole(limited);
    const building = buildConcurrentIndexes(limited.ownerUrl, index('a'));
    // The build waits for the writer, longer than any limit.
    const outcome = await Promise.race([building, sleep(1500, 'waiting')]);
    expect(outcome).toBe('waiting');
    const ended = await writer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`);
    expect(ended.rowCount, 'the connection with the lock').toBe(1);
    await sleep(100);
    await writer.query('commit');
    await building;
    const { rows } = await writer.query(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('note_index')",
    );
    expect(rows).toEqual([{ valid: true }]);
  });
  await limited.close();
}, 30_000);
