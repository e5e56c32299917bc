import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { withDatabase } from './audit.ts';

/**
 * The steps of money between which a crash must change nothing in the end, in their order. Before
 * `recordOf…`, the card provider has done something that Redial has not recorded yet. Before
 * `transfer`, Redial has recorded a payout, and the provider has not begun with it.
 */
const steps = {
  recordOfCharge: { table: 'payments', state: 'succeeded' },
  transfer: { table: 'sandbox_cards.transfers' },
  recordOfTransfer: { table: 'payouts', state: 'transferred' },
  recordOfPayout: { table: 'payouts', state: 'paying' },
  recordOfRefund: { table: 'refunds', state: 'succeeded' },
} as const;
export type Step = keyof typeof steps;

/** First key of the advisory locks of the gates; the second one is the position of the step. */
const gateLock = 4242;
/** Seconds to wait for a step; there may be no payout or refund in that time. */
const timeoutSeconds = 30;

/**
 * Installs a gate before each step: a trigger that waits while the gate is closed, as a slow database
 * would let it wait.
 */
export async function installGates(dataDir: string): Promise<void> {
  await withDatabase(
    dataDir,
    async (db) => {
      for (const [index, step] of Object.values(steps).entries()) {
        const name = `crash_gate_${index}`;
        const event =
          'state' in step
            ? `update on ${step.table} for each row
               when (old.state <> new.state and new.state = '${step.state}')`
            : `insert on ${step.table} for each row`;
        await db.execute(
          sql.raw(`
        create or replace function ${name}() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(${gateLock}, ${index});
          return new;
        end $$;
        create or replace trigger ${name} before ${event} execute function ${name}()`),
        );
      }
    },
    'owner',
  );
}

/**
 * Closes the gate of a step until something waits before it. Then calls `then`, and opens the gate.
 *
 * @returns what `then` returns; `undefined` if nothing came in time.
 */
export function beforeStep<T>(
  dataDir: string,
  step: Step,
  then: () => Promise<T>,
): Promise<T | undefined> {
  const index = Object.keys(steps).indexOf(step);
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
