import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/harness.ts';

test('a test database is migrated', async () => {
  const database = await testDatabase();
  const { rows } = await database.db.execute(sql`select count(*)::int as n from users`);
  expect(rows).toEqual([{ n: 0 }]);
  await database.close();
});
