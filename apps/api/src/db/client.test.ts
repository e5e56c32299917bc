import { Socket } from 'node:net';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, jobConnections, openDatabase, openJobDatabase } from './client.ts';
import { catalogueRevisions } from './schema/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a transaction whose connection breaks before it begins returns the connection', async () => {
  const { db } = database;
  const { $client: pool } = db;
  pool.once('acquire', (client) => client.connection.stream.destroy());
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow('begin');
  expect(pool.totalCount - pool.idleCount).toBe(0);
  const { rows } = await db.transaction((tx) => tx.execute<{ n: number }>(sql`select 1 as n`));
  expect(rows).toEqual([{ n: 1 }]);
});

test('a transaction that fails is rolled back and returns its connection', async () => {
  const { db } = database;
  const failing = db.transaction(async (tx) => {
    await tx.insert(catalogueRevisions).values({ n: 7 });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(await db.$count(catalogueRevisions, eq(catalogueRevisions.n, 7))).toBe(0);
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

test('statements of a transaction that do not wait for each other are sent by one write', async () => {
  const writes = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev');
  const [first, second] = await database.db.transaction(async (tx) => {
    await tx.execute(sql`select 0`);
    writes.mockClear();
    const rows = await Promise.all([
      tx.execute<{ n: number }>(sql`select ${1}::int as n`),
      tx.execute<{ n: number }>(sql`select ${2}::int as n`),
    ]);
    expect(writes).toHaveBeenCalledTimes(1);
    return rows;
  });
  writes.mockRestore();
  expect([first.rows, second.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});

test('one of them that fails rolls the transaction back with its own error', async () => {
  const { db } = database;
  const failing = db.transaction((tx) =>
    Promise.all([
      tx.execute(sql`insert into catalogue_revisions (n) values (${8})`),
      tx.execute(sql`select 1 / ${0}::int`),
      tx.execute(sql`insert into catalogue_revisions (n) values (${9})`),
    ]),
  );
  await expect(failing).rejects.toMatchObject({ cause: { message: 'division by zero' } });
  expect(await db.$count(catalogueRevisions, inArray(catalogueRevisions.n, [8, 9]))).toBe(0);
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

const settingsOf = async (db: Database) => {
  const { rows } = await db.execute(sql`
    select current_setting('application_name') as name, current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`);
  return rows[0];
};

test('statements of jobs may take longer than those of requests, but wait no longer for locks', async () => {
  const { url } = database;
  const onError = () => undefined;
  const forRequests = openDatabase(url, { onError });
  const forJobs = openJobDatabase(url, { onError });
  expect(await settingsOf(forRequests)).toEqual({
    name: 'redial',
    statement: '5s',
    lock: '2s',
    idle: '10s',
  });
  expect(await settingsOf(forJobs)).toEqual({
    name: 'redial-jobs',
    statement: '1min',
    lock: '2s',
    idle: '10s',
  });
  await Promise.all(
    Array.from({ length: 2 * jobConnections }, () => forJobs.execute(sql`select pg_sleep(0.05)`)),
  );
  expect(forJobs.$client.totalCount).toBe(jobConnections);
  await forRequests.$client.end();
  await forJobs.$client.end();
});
