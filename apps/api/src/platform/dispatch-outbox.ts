import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { OutboxMessage } from './outbox.ts';
import { inTransaction } from './transaction.ts';

/** Handles each kind of message. */
export type OutboxHandlers = {
  readonly [K in OutboxMessage['kind']]: (
    payload: Extract<OutboxMessage, { kind: K }>['payload'],
    dedupe: string,
  ) => Promise<void>;
};

/** Messages delivered in one run; the next run continues. */
const maxMessages = 500;
/** Seconds for which a message in delivery is hidden from other runs. */
const leaseSeconds = 120;
const maxBackoffSeconds = 3600;

/**
 * Delivers the outbox messages that are due, oldest first, mails last: refunds do not wait for a slow
 * mail server. A message is leased before it is handled and marked done afterwards, so a crash in
 * between repeats it (handlers are idempotent) and two replicas do not handle the same one. A failed
 * message is retried with exponential back-off.
 *
 * @returns the number of messages handled.
 */
export async function dispatchOutbox(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  handlers: OutboxHandlers,
): Promise<number> {
  let done = 0;
  for (let taken = 0; taken < maxMessages; taken++) {
    const message = await leaseNext(db);
    if (!message) break;
    try {
      const handle = handlers[message.kind as OutboxMessage['kind']] as (
        payload: unknown,
        dedupe: string,
      ) => Promise<void>;
      await handle(message.payload, message.dedupe);
      await db
        .update(outbox)
        .set({ doneAt: sql`now()`, lastError: null })
        .where(eq(outbox.id, message.id));
      done++;
    } catch (error) {
      log.error({ err: error, outboxId: message.id, kind: message.kind }, 'outbox message failed');
      const backoffSeconds = Math.min(maxBackoffSeconds, 5 * 2 ** message.attempts);
      await db
        .update(outbox)
        .set({
          lastError: String(error).slice(0, 500),
          dueAt: sql`now() + make_interval(secs => ${backoffSeconds})`,
        })
        .where(eq(outbox.id, message.id));
    }
  }
  return done;
}

/** Leases the next message that is due and counts the attempt. */
function leaseNext(db: Deps['db']) {
  return inTransaction(db, async (tx) => {
    const [due] = await tx
      .select({ id: outbox.id })
      .from(outbox)
      .where(and(isNull(outbox.doneAt), lte(outbox.dueAt, sql`now()`)))
      .orderBy(asc(sql`${outbox.kind} = 'mail.send'`), asc(outbox.dueAt), asc(outbox.id))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [message] = await tx
      .update(outbox)
      .set({
        attempts: sql`${outbox.attempts} + 1`,
        dueAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where(eq(outbox.id, due.id))
      .returning();
    return message;
  });
}
