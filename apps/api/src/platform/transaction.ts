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
