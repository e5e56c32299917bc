import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { dropPartitions } from '../db/partitions.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { domainEvents, outbox } from '../db/schema/index.ts';
import type { DomainEvent } from '../events.ts';
import type { Mail } from '../ports/mailer.ts';

/** The kind of the outbox messages that are mails. */
export const mailKind = 'mail.send';
/** Mails are delivered last: refunds do not wait for a slow mail server. */
export const mailPriority = 10;
/** A push service that is slow delays nothing else. */
export const pushPriority = 11;
/** Mails with a link that their recipient waits for come before other mails. */
export const urgentMailPriority = 9;

/** PostgreSQL allows 65,535 parameters in a statement; an event has two. */
const eventsPerInsert = 10_000;

const insertEvent = prepareOnce((db) =>
  db
    .insert(domainEvents)
    .values({ type: sql.placeholder('type'), payload: sql.placeholder('payload') }),
);

/**
 * Writes domain events in the transaction of the changes that they describe. Once it has committed,
 * the job `dispatch-outbox` delivers them to their subscribers.
 */
export async function emit(tx: Executor, ...events: readonly DomainEvent[]): Promise<void> {
  const [first, ...others] = events;
  if (first && others.length === 0) {
    const { type, ...payload } = first;
    await insertEvent(tx).execute({ type, payload });
    return;
  }
  for (let at = 0; at < events.length; at += eventsPerInsert) {
    const batch = events.slice(at, at + eventsPerInsert);
    await tx.insert(domainEvents).values(batch.map(({ type, ...payload }) => ({ type, payload })));
  }
}

/**
 * Enqueues a mail, in the caller's transaction if there is one.
 *
 * @param dedupeKey a second mail with this key is ignored; also the mail's id for the mailer.
 * @param priority `urgentMailPriority` for mails with a link that their recipient waits for.
 */
export async function enqueueMail(
  tx: Executor,
  dedupeKey: string,
  mail: Mail,
  priority: number = mailPriority,
): Promise<void> {
  await insertMail(tx).execute({ dedupe: dedupeKey, payload: mail, priority });
}

const insertMail = prepareOnce((db) =>
  db
    .insert(outbox)
    .values({
      kind: mailKind,
      dedupe: sql.placeholder('dedupe'),
      payload: sql.placeholder('payload'),
      priority: sql.placeholder('priority'),
    })
    .onConflictDoNothing({ target: outbox.dedupe }),
);

/** Deletes the mails to an address, sent or not, and the events that carry the address. */
export async function deleteMailsTo(tx: Executor, email: string): Promise<void> {
  await tx
    .delete(outbox)
    .where(
      or(
        and(eq(outbox.kind, mailKind), sql`${outbox.payload} ->> 'to' = ${email}`),
        sql`${outbox.payload} ->> 'email' = ${email}`,
      ),
    );
  await tx.delete(domainEvents).where(sql`${domainEvents.payload} ->> 'email' = ${email}`);
}

/**
 * Deletes the content of messages that were delivered before a time, and events of weeks that ended
 * before it. The messages' rows stay, since they deduplicate.
 *
 * @returns the number of cleared rows, dropped partitions and deleted rows.
 */
export async function purgeDelivered(db: Executor, before: Date): Promise<number> {
  const cleared = await db
    .update(outbox)
    .set({ payload: {} })
    .where(and(lt(outbox.doneAt, before), sql`${outbox.payload} <> '{}'`))
    .returning({ id: outbox.id });
  return cleared.length + (await dropPartitions(db, 'domain_events', before));
}
