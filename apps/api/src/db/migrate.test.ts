import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { migrate } from './migrate.ts';

test('replicas that start at once do not disturb each other', async () => {
  const database = await createTestDatabase();
  const role = new URL(database.url).username;
  const starts = Array.from({ length: 24 }, () => migrate(database.ownerUrl, role));
  const outcomes = await Promise.allSettled(starts);
  await database.close();
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});
