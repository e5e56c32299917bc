import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { createPartitions, dropPartitions, partitionedTables } from './partitions.ts';
import { domainEvents, liveEvents, notifications } from './schema/index.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  // Its partitions are not those of the template afterwards, so it is not reused.
  await database.executeAsOwner('select 1');
});
afterEach(() => database.close());

const partitions = async (table: string): Promise<string[]> => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select name from partitions_of(${table}) order by ends_at nulls last`,
  );
  return rows.map(({ name }) => name.replace(`${table}_`, ''));
};
const partitionOf = async (table: string, where = sql`true`): Promise<string[]> => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select tableoid::regclass::text as name from ${sql.identifier(table)} where ${where}
      order by 1`,
  );
  return rows.map(({ name }) => name);
};
/** Dates of long after the migration, so that its partitions are of the past. */
const at = (time: string) => new Date(`2031-${time}Z`);

async function addUser(): Promise<string> {
  const { rows } = await database.db.execute<{ id: string }>(sql`
    insert into users (id, identity_uid, email, email_key, name, role)
    values (gen_random_uuid(), 'uid', 'a@mail.com', 'a@mail.com', 'Ann', 'buyer') returning id`);
  return rows[0]?.id ?? '';
}
const notification = (userId: string, dedupe: string, createdAt: Date) => ({
  userId,
  dedupe,
  createdAt,
  kind: 'orders' as const,
  title: 'A',
  body: 'B',
  path: '/',
  inApp: true,
  digestDue: false,
});

test('partitions are created for the time and after it, once, and the rows go there', async () => {
  const now = at('03-15T12:00:00');
  expect(await createPartitions(database.db, now)).toBe(4 + 3 + 3);
  expect(await createPartitions(database.db, now)).toBe(0);
  expect((await partitions('live_events')).slice(-5)).toEqual([
    '20310315',
    '20310316',
    '20310317',
    '20310318',
    'default',
  ]);
  // Weeks begin on Mondays.
  expect((await partitions('domain_events')).slice(-4)).toEqual([
    '20310310',
    '20310317',
    '20310324',
    'default',
  ]);
  expect((await partitions('notifications')).slice(-4)).toEqual([
    '20310301',
    '20310401',
    '20310501',
    'default',
  ]);
  const userId = await addUser();
  await database.db.insert(liveEvents).values([
    { userId, id: 1, type: 'offers.changed', at: at('03-15T23:59:59.999') },
    { userId, id: 2, type: 'offers.changed', at: at('03-16T00:00:00') },
  ]);
  expect(await partitionOf('live_events')).toEqual([
    'live_events_20310315',
    'live_events_20310316',
  ]);
  // The next day only one is missing.
  expect(await createPartitions(database.db, at('03-16T00:00:00'))).toBe(1);
});

test('every partitioned table is known to the functions, and no other', async () => {
  const { rows } = await database.db.execute<{ name: string; key: string }>(
    sql`select partrelid::regclass::text as name, pg_get_partkeydef(partrelid) as key
      from pg_partitioned_table order by 1`,
  );
  expect(rows).toEqual(
    Object.entries(partitionedTables)
      .map(([name, { timeColumn }]) => ({ name, key: `RANGE (${timeColumn})` }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  for (const { name, key } of rows) {
    const found = await database.db.execute(sql`select time_column from partition_step(${name})`);
    expect(key).toBe(`RANGE (${found.rows[0]?.time_column})`);
  }
  await expect(
    database.db.execute(sql`select drop_partitions('users', now())`),
  ).rejects.toMatchObject({ cause: { message: 'users is not partitioned' } });
});

test('rows without a partition are caught, and move when theirs is created', async () => {
  const userId = await addUser();
  await database.db
    .insert(notifications)
    .values([
      notification(userId, 'march', at('03-15T12:00:00')),
      notification(userId, 'april', at('04-01T00:00:00')),
      notification(userId, 'later', at('12-01T00:00:00')),
    ]);
  expect(new Set(await partitionOf('notifications'))).toEqual(new Set(['notifications_default']));
  await createPartitions(database.db, at('03-20T12:00:00'));
  expect(await partitionOf('notifications')).toEqual([
    'notifications_20310301',
    'notifications_20310401',
    'notifications_default',
  ]);
});

test('partitions that ended before a time are dropped, older caught rows deleted', async () => {
  await createPartitions(database.db, at('03-15T12:00:00'));
  const userId = await addUser();
  await database.db.insert(liveEvents).values([
    { userId, id: 1, type: 'offers.changed', at: at('01-01T00:00:00') },
    { userId, id: 2, type: 'offers.changed', at: at('03-15T12:00:00') },
    { userId, id: 3, type: 'offers.changed', at: at('03-16T12:00:00') },
  ]);
  // Not over yet.
  await dropPartitions(database.db, 'live_events', at('03-15T23:59:00'));
  expect(await partitionOf('live_events')).toEqual([
    'live_events_20310315',
    'live_events_20310316',
  ]);
  expect(await dropPartitions(database.db, 'live_events', at('03-16T00:00:00'))).toBe(1);
  expect(await partitions('live_events')).toEqual(['20310316', '20310317', '20310318', 'default']);
  expect(await partitionOf('live_events')).toEqual(['live_events_20310316']);
});

test('an event that is not dispatched is not dropped, however old', async () => {
  await createPartitions(database.db, at('03-15T12:00:00'));
  const event = { type: 'order.paid', payload: {}, occurredAt: at('03-12T00:00:00') };
  await database.db
    .insert(domainEvents)
    .values([{ ...event, dispatchedAt: at('03-12T00:01:00') }, event]);
  await dropPartitions(database.db, 'domain_events', at('06-01T00:00:00'));
  expect(await database.db.select().from(domainEvents)).toMatchObject([{ dispatchedAt: null }]);
  await database.db.update(domainEvents).set({ dispatchedAt: sql`now()` });
  await dropPartitions(database.db, 'domain_events', at('06-01T00:00:00'));
  expect(await database.db.select().from(domainEvents)).toEqual([]);
  expect(await partitions('domain_events')).toEqual(['default']);
});

test('a notification with a key that exists is skipped, in any partition and at the same time', async () => {
  await createPartitions(database.db, at('03-15T12:00:00'));
  const userId = await addUser();
  const insert = (time: string) =>
    database.db
      .insert(notifications)
      .values(notification(userId, 'key', at(time)))
      .returning();
  expect(await insert('03-15T12:00:00')).toHaveLength(1);
  expect(await insert('04-15T12:00:00')).toHaveLength(0);
  const many = await Promise.all(
    Array.from({ length: 8 }, (_, month) =>
      database.db
        .insert(notifications)
        .values(notification(userId, 'other', at(`0${month + 1}-15T12:00:00`)))
        .returning(),
    ),
  );
  expect(many.flat()).toHaveLength(1);
});

test('two processes that create partitions at once create each once', async () => {
  const now = at('07-01T00:00:00');
  const created = await Promise.all(
    Array.from({ length: 4 }, () => createPartitions(database.db, now)),
  );
  expect(created.reduce((sum, one) => sum + one)).toBe(4 + 3 + 3);
});

test('nothing holds up who signs in: creating and dropping take no exclusive lock of users', async () => {
  await createPartitions(database.db, at('03-15T12:00:00'));
  await database.db.transaction(async (tx) => {
    await createPartitions(tx, at('03-20T12:00:00'));
    await dropPartitions(tx, 'live_events', at('03-18T00:00:00'));
    await dropPartitions(tx, 'notifications', at('08-01T00:00:00'));
    const { rows } = await tx.execute<{ mode: string }>(sql`
      select mode from pg_locks where pid = pg_backend_pid() and relation = 'users'::regclass`);
    const modes = rows.map(({ mode }) => mode);
    expect(modes).toContain('ShareRowExclusiveLock');
    expect(modes).not.toContain('AccessExclusiveLock');
  });
});
