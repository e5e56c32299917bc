import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { isSerializationConflict } from './database-errors.ts';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const maxAttempts = 3;

/** Runs work in a transaction; repeats it after a deadlock or a serialization failure. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === maxAttempts || !isSerializationConflict(error)) throw error;
    }
  }
}

/**
 * Acquires an advisory lock until the end of the transaction, for work that servers do at their start: one
 * at a time. It waits up to a minute instead of two seconds, and statements may take as long, since a server
 * that gives up does not start.
 *
 * @param tx on the connections of the jobs, whose client waits as long for a statement.
 * @param key of an advisory lock, unique within the application
 */
export async function acquireAdvisoryLock(tx: Transaction, key: number): Promise<void> {
  await tx.execute(sql`
    select set_config('lock_timeout', '1min', true), set_config('statement_timeout', '1min', true)`);
  await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
}

/**
 * Lets the following statements of a transaction take up to a minute, instead of the five seconds of
 * `connectionSettings`: for changes of all listings of a seller, which may be tens of thousands.
 */
export async function allowSlowStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = '1min'`);
}
