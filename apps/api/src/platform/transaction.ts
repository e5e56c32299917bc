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
 * Makes transactions with the same key run one after the other, such as those of servers that start
 * together. Each waits up to a minute instead of two seconds, and its statements may take as long: a
 * server that gave up would not start.
 *
 * @param key of an advisory lock, unique within the application
 */
export async function waitForTurn(tx: Transaction, key: number): Promise<void> {
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
