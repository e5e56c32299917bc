import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { outbox } from '../db/schema/index.ts';
import { urgentMailPriority } from './outbox.ts';
import type { Transaction } from './transaction.ts';

/**
 * Mails that a mailbox gets at most in a time window, from all causes together. The reserve is for mails with
 * a link that somebody waits for: other mails cannot delay these. The numbers are this project's choice:
 * a busy seller stays below them, and an attacker cannot fill a mailbox.
 */
const windows = [
  { seconds: 3600, max: 20, reserve: 6 },
  { seconds: 86_400, max: 60, reserve: 12 },
] as const;

/**
 * Seconds until a mailbox may get another mail, 0 if now.
 *
 * @param ages seconds since each mail of the last day, ascending.
 * @param options.isUrgent whether the mail may use the reserve.
 * @param options.scale multiplies the numbers of mails.
 */
export function secondsUntilBudget(
  ages: readonly number[],
  { isUrgent, scale }: { isUrgent: boolean; scale: number },
): number {
  return Math.max(
    ...windows.map(({ seconds, max, reserve }) => {
      const limit = Math.ceil((isUrgent ? max + reserve : max) * scale);
      const age = ages[limit - 1];
      return age === undefined ? 0 : Math.max(0, Math.ceil(seconds - age));
    }),
  );
}

/**
 * Postpones the mails to a mailbox that are due, if the mailbox got too many lately. Locks the mailbox
 * until the end of the transaction, so that concurrent runs count each other's mails.
 *
 * @returns whether the mails were postponed.
 */
export async function postponeOverBudget(
  tx: Transaction,
  { recipient, priority }: { recipient: string; priority: number },
  scale: number,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${recipient}, 0))`);
  // A mail in delivery, or to be retried, counts as sent at its due time.
  const { rows } = await tx.execute<{ age: number }>(sql`
    select extract(epoch from now() - coalesce(done_at, due_at))::float8 as age from ${outbox}
    where recipient = ${recipient} and dead_at is null and (done_at is not null or attempts > 0)
      and coalesce(done_at, due_at) > now() - interval '1 day'
    order by age`);
  const isUrgent = priority <= urgentMailPriority;
  const wait = secondsUntilBudget(
    rows.map(({ age }) => age),
    { isUrgent, scale },
  );
  if (wait === 0) return false;
  // Without those that a concurrent run has taken: it waits for the lock of the mailbox.
  const waiting = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, recipient),
        eq(outbox.priority, priority),
        eq(outbox.attempts, 0),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.dueAt, sql`now()`),
      ),
    )
    .for('update', { skipLocked: true });
  await tx
    .update(outbox)
    .set({ dueAt: sql`now() + make_interval(secs => ${wait})` })
    .where(inArray(outbox.id, waiting));
  return true;
}
