import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestDatabase, limitRole, withClient } from '../../test/test-database.ts';
import { migrate } from './migrate.ts';

test('replicas that start at once do not disturb each other', async () => {
  const database = await createTestDatabase();
  const role = new URL(database.url).username;
  const starts = Array.from({ length: 24 }, () => migrate(database.ownerUrl, role));
  const outcomes = await Promise.allSettled(starts);
  await database.close();
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a replica waits for another one that migrates, whatever limits the role of both has', async () => {
  const database = await createTestDatabase();
  const role = new URL(database.url).username;
  await withClient(database.ownerUrl, async (other) => {
    await other.query('begin; select pg_advisory_xact_lock(7305116)');
    await limitRole(database);
    const migrated = migrate(database.ownerUrl, role);
    expect(await Promise.race([migrated, sleep(1500, 'waiting')])).toBe('waiting');
    await other.query('commit');
    await migrated;
  });
  await database.close();
}, 30_000);
