import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase } from './client.ts';
import { prepareOnce } from './prepare-once.ts';
import { catalogueRevisions } from './schema/index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const open = (options: { pooled?: boolean } = {}) => {
  db = openDatabase(database.url, {
    max: 2,
    pipelined: true,
    onError: () => undefined,
    ...options,
  });
};
beforeEach(() => {
  open();
  return () => db.$client.end();
});

/** Divides on the server, and tells which connection did it. */
const division = prepareOnce((on) =>
  on
    .select({
      quotient: sql<number>`60 / ${sql.placeholder('by')}::int`,
      connection: sql<number>`pg_backend_pid()`,
    })
    .from(catalogueRevisions)
    .limit(1),
);
const divide = async (by: number) => {
  const [row] = await division(db).execute({ by });
  return row;
};
const connectionsOf = async () => {
  const { rows } = await database.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and query like '%60 / %'
      and pid <> pg_backend_pid()`,
  );
  return rows.map(({ pid }) => pid);
};

test('statements of one moment are made on one connection, each with its own result', async () => {
  const divisors = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20];
  const rows = await Promise.all(divisors.map(divide));
  expect(rows.map((row) => row?.quotient)).toEqual(divisors.map((by) => 60 / by));
  expect(new Set(rows.map((row) => row?.connection)).size).toBe(1);
  expect(db.$client.totalCount).toBe(0);
});

test('a statement that fails fails alone', async () => {
  const results = await Promise.allSettled([1, 0, 2, 0, 3].map(divide));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect((await divide(4))?.quotient).toBe(15);
});

test('after its connection was lost, what was under way fails, and the next statement opens another', async () => {
  const first = (await divide(1))?.connection;
  expect(await connectionsOf()).toEqual([first]);
  await database.db.execute(sql`select pg_terminate_backend(${first})`);
  await expect.poll(connectionsOf).toEqual([]);
  // Until the client has read that it was lost, statements fail.
  const next = await expect.poll(() => divide(2).catch(() => undefined));
  await next.toMatchObject({ quotient: 30 });
  expect((await divide(3))?.connection).not.toBe(first);
});

test('a database that cannot be reached fails the statement, and is tried again by the next one', async () => {
  await db.$client.end();
  const unreachable = new URL(database.url);
  unreachable.pathname = '/no_such_database';
  db = openDatabase(unreachable.href, { pipelined: true, onError: () => undefined });
  for (const by of [1, 2]) await expect(divide(by)).rejects.toThrow('Failed query');
});

const setRevision = prepareOnce((on) =>
  on.update(catalogueRevisions).set({ n: sql`${sql.placeholder('n')}` }),
);

test('transactions and writes use the pool', async () => {
  const inTransaction = await db.transaction(async (tx) => {
    const [row] = await division(tx).execute({ by: 6 });
    return row;
  });
  expect(inTransaction?.quotient).toBe(10);
  expect(inTransaction?.connection).not.toBe((await divide(6))?.connection);
  expect(db.$client.totalCount).toBe(1);
  await Promise.all([1, 2].map((n) => setRevision(db).execute({ n })));
  expect(db.$client.totalCount).toBe(2);
});

/** The advisory lock that `whileSlow` holds. */
const slowLock = 1;

/**
 * Another read, which tells which connection made it. Its text has the name.
 *
 * @param options.seconds for which it sleeps.
 * @param options.lock an advisory lock that it waits for.
 */
const read = async (name = 'short', { seconds = 0, lock = 0 } = {}) => {
  const { rows } = await db.execute<{ connection: number }>(
    sql`select pg_backend_pid() as connection, pg_sleep(${seconds}),
      pg_advisory_xact_lock_shared(${lock}) as ${sql.identifier(name)}`,
  );
  return rows[0]?.connection;
};

/** The number of statements that wait for `slowLock`. */
const waiting = async () => {
  const { rows } = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`,
  );
  return rows[0]?.count;
};

/** Calls a function during which reads that wait for `slowLock` do not end. */
const whileSlow = <T>(act: () => Promise<T>): Promise<T> =>
  database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${slowLock})`);
    return act();
  });

test('other reads share two connections', async () => {
  const connections = await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(new Set(connections).size).toBe(2);
  expect(connections).not.toContain((await divide(1))?.connection);
  expect(db.$client.totalCount).toBe(0);
});

test('a read does not wait for a slow one', async () => {
  const slow = await whileSlow(async () => {
    const reads = [1, 2].map(() => read('slow', { lock: slowLock }));
    await expect.poll(waiting).toBe(2);
    await sleep(100);
    await read();
    expect(db.$client.totalCount).toBe(1);
    return { reads };
  });
  await Promise.all(slow.reads);
  await read();
  expect(db.$client.totalCount).toBe(1);
});

test('a read that was slow before uses the pool: those of the same moment would wait for it', async () => {
  await read('slow', { seconds: 0.06 });
  expect(db.$client.totalCount).toBe(0);
  const { slow, shared } = await whileSlow(async () => {
    const slow = read('slow', { lock: slowLock });
    const shared = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(db.$client.totalCount).toBe(1);
    return { slow, shared };
  });
  const ofPool = await slow;
  expect(shared).not.toContain(ofPool);
  expect(await read('slow')).toBe(ofPool);
  // The cache reads the clock once in a millisecond.
  await sleep(20);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  const later = await read('slow').finally(() => clock.mockRestore());
  expect(shared).toContain(later);
});

test('behind a transaction pooler, all statements use the pool, without names', async () => {
  await db.$client.end();
  open({ pooled: true });
  for (let n = 0; n < 12; n++) await divide(2);
  expect(db.$client.totalCount).toBe(1);
  const { rows } = await db.execute(sql`select name from pg_prepared_statements`);
  expect(rows).toEqual([]);
});

test('after its end, no statement opens a connection', async () => {
  await divide(1);
  await db.$client.end();
  await expect(divide(1)).rejects.toThrow();
  expect(await connectionsOf()).toEqual([]);
  open();
});
