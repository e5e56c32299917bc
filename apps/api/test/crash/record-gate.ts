import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { withDatabase } from './audit.ts';

/** What Redial records after the card provider has done it: the table, and the state it changes to. */
const records = {
  transfer: { table: 'payouts', state: 'transferred' },
  payout: { table: 'payouts', state: 'paying' },
  refund: { table: 'refunds', state: 'succeeded' },
} as const;
export type RecordKind = keyof typeof records;

/** First key of the advisory locks of the gates; the second one is the position of the record. */
const gateLock = 4242;
/** Seconds to wait for a record; there may be no payout or refund in that time. */
const timeoutSeconds = 30;

/**
 * Installs a gate before each record: a trigger that waits while the gate is closed, as a slow
 * database would let it wait.
 */
export async function installRecordGates(dataDir: string): Promise<void> {
  await withDatabase(
    dataDir,
    async (db) => {
      for (const [index, { table, state }] of Object.values(records).entries()) {
        const name = `crash_gate_${index}`;
        await db.execute(
          sql.raw(`
        create or replace function ${name}() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(${gateLock}, ${index});
          return new;
        end $$;
        create or replace trigger ${name} before update on ${table} for each row
          when (old.state <> new.state and new.state = '${state}') execute function ${name}()`),
        );
      }
    },
    'owner',
  );
}

/**
 * Closes the gate of a record until something waits before it: the provider has done it, and Redial has
 * not recorded it. Then calls `then`, and opens the gate.
 *
 * @returns what `then` returns; `undefined` if nothing came in time.
 */
export function whileNotRecorded<T>(
  dataDir: string,
  kind: RecordKind,
  then: () => Promise<T>,
): Promise<T | undefined> {
  const index = Object.keys(records).indexOf(kind);
  return withDatabase(dataDir, (db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await tx.execute(sql`select pg_advisory_xact_lock(${gateLock}, ${index})`);
      for (const until = Date.now() + timeoutSeconds * 1000; Date.now() < until; ) {
        const { rows } = await tx.execute(sql`select 1 from pg_locks
          where locktype = 'advisory' and classid = ${gateLock} and objid = ${index} and not granted`);
        if (rows.length > 0) return then();
        await sleep(5);
      }
      return undefined;
    }),
  );
}
