import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('a released database is emptied and given to the next test', async () => {
  const first = await createTestDatabase();
  await first.db.execute(sql`
    insert into users (id, identity_uid, email, email_key, name, role)
    values (gen_random_uuid(), 'uid', 'one@mail.com', 'one@mail.com', 'One', 'buyer')`);
  await first.close();
  const second = await createTestDatabase();
  expect(second.url).toBe(first.url);
  expect((await second.db.execute(sql`select from users`)).rowCount).toBe(0);
  await second.close();
});

test('a database whose tables a test has changed is not reused', async () => {
  const first = await createTestDatabase();
  await first.executeAsOwner('alter table users add column extra text');
  await first.close();
  const second = await createTestDatabase();
  expect(second.url).not.toBe(first.url);
  await second.close();
});
