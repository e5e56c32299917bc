import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
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
