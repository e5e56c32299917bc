import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { OutboxMessage } from './outbox.ts';
import { inTransaction } from './transaction.ts';

/** What does each kind of side effect. */
export type OutboxHandlers = {
  readonly [K in OutboxMessage['kind']]: (
    payload: Extract<OutboxMessage, { kind: K }>['payload'],
    dedupe: string,
  ) => Promise<void>;
};

/** Messages taken in one run; the next run goes on. */
const most = 500;
/** Seconds for which a message that is being worked on is left alone by others. */
const lease = 120;
/** The longest wait between two attempts, in seconds. */
const longestWait = 3600;

/**
 * Does the side effects that are due, oldest first, mails last: money that has to go back does not
 * wait for a slow mail server. A message is leased before it is acted on and
 * marked done after, so that a crash in between repeats it (every effect is safe to repeat) and two
 * replicas do not work on the same one. A failing one waits twice as long each time.
 *
 * @returns how many were done.
 */
export async function dispatchOutbox(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  handlers: OutboxHandlers,
): Promise<number> {
  let done = 0;
  for (let taken = 0; taken < most; taken++) {
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
      log.error({ err: error, outboxId: message.id, kind: message.kind }, 'side effect failed');
      const wait = Math.min(longestWait, 5 * 2 ** message.attempts);
      await db
        .update(outbox)
        .set({
          lastError: String(error).slice(0, 500),
          dueAt: sql`now() + make_interval(secs => ${wait})`,
        })
        .where(eq(outbox.id, message.id));
    }
  }
  return done;
}

/** Takes the next message that is due, counting the attempt. */
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
        dueAt: sql`now() + make_interval(secs => ${lease})`,
      })
      .where(eq(outbox.id, due.id))
      .returning();
    return message;
  });
}
