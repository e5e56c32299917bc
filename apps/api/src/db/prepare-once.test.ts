import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { prepareOnce } from './prepare-once.ts';
import { listedWords } from './schema/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const word = (phrase: string) => ({
  id: randomUUID(),
  list: 'other' as const,
  phrase,
  folded: phrase,
  weight: 1,
});

test('a query is built once, takes other values each time, and is made in a transaction', async () => {
  const { db } = database;
  let builds = 0;
  const byPhrase = prepareOnce((executor) => {
    builds++;
    return executor
      .select({ phrase: listedWords.phrase })
      .from(listedWords)
      .where(eq(listedWords.phrase, sql.placeholder('phrase')));
  });
  await db.insert(listedWords).values([word('one more'), word('another')]);
  for (const phrase of ['one more', 'another']) {
    expect(await byPhrase(db).execute({ phrase })).toEqual([{ phrase }]);
  }
  expect(builds).toBe(1);
  await db.transaction(async (tx) => {
    await tx.insert(listedWords).values(word('uncommitted'));
    const phrase = 'uncommitted';
    expect(await byPhrase(tx).execute({ phrase })).toEqual([{ phrase }]);
    expect(await byPhrase(db).execute({ phrase })).toEqual([]);
  });
  expect(builds).toBe(1);
});
