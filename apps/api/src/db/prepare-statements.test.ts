import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase } from './client.ts';
import { users } from './schema/index.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => db.$client.end());
afterAll(() => database.close());

const open = (options: { pooled?: boolean } = {}) => {
  db = openDatabase(database.url, { max: 1, onError: () => undefined, ...options });
};

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await work();
}

/** The texts of the statements that the pool's connection has prepared. */
async function preparedStatements(): Promise<string[]> {
  const { rows } = await db.$client.query('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

test('a statement that is made often is prepared, and gives the same rows', async () => {
  open();
  const double = async (n: number) => {
    const { rows } = await db.execute(sql`select 2 * ${n}::int as twice`);
    return rows;
  };
  await repeat(9, () => double(1));
  expect(await preparedStatements()).toEqual([]);
  expect(await double(2)).toEqual([{ twice: 4 }]);
  expect(await double(3)).toEqual([{ twice: 6 }]);
  expect(await preparedStatements()).toEqual(['select 2 * $1::int as twice']);
  await repeat(12, () => db.$client.query('select $1::int + 1 as next', [1]));
  expect(await preparedStatements()).toHaveLength(2);
});

test('a new connection prepares what it makes, after one has broken', async () => {
  open();
  const one = () => db.execute(sql`select ${1}::int as one`);
  await repeat(12, one);
  db.$client.once('acquire', (client) => client.connection.stream.destroy());
  await expect(one()).rejects.toThrow();
  expect((await one()).rows).toEqual([{ one: 1 }]);
  expect(await preparedStatements()).toEqual(['select $1::int as one']);
});

test('statements of a transaction are prepared, one that fails can be repeated', async () => {
  open();
  const divide = (by: number) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`select 6 / ${by}::int as result`);
      return rows;
    });
  await repeat(12, () => divide(3));
  await repeat(3, () => expect(divide(0)).rejects.toThrow('Failed query'));
  expect(await divide(2)).toEqual([{ result: 3 }]);
  expect(await preparedStatements()).toEqual(['select 6 / $1::int as result']);
});

test('several statements in one text, and those with a name or without values, stay as they are', async () => {
  open();
  const { $client: pool } = db;
  await repeat(12, () => pool.query('select 1; select 2'));
  await repeat(12, () => db.select({ id: users.id }).from(users));
  await repeat(12, () => pool.query({ name: 'mine', text: 'select $1::int', values: [1] }));
  expect(await preparedStatements()).toEqual(['select $1::int']);
});

test('a connection has a bounded number of prepared statements', async () => {
  open();
  for (let n = 0; n < 200; n++) {
    await repeat(10, () => db.execute(sql.raw(`select ${n}`).append(sql` + ${1}::int`)));
  }
  expect(await preparedStatements()).toHaveLength(100);
});

test('nothing is prepared behind a transaction pooler', async () => {
  open({ pooled: true });
  await repeat(12, () => db.execute(sql`select ${1}::int`));
  expect(await preparedStatements()).toEqual([]);
});
