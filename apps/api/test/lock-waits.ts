import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../src/db/client.ts';

/** Waits until one statement in the test's database waits for a lock. */
export async function waitForLockWait(db: Pick<Database, 'execute'>): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.execute(waiting)).rows.length).toBe(1);
}
