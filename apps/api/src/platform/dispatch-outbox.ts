import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { prepareOnce } from '../db/prepare-once.ts';
import { domainEvents, outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { DomainEvent, DomainEventOf, DomainEventType } from '../events.ts';
import type { Mail } from '../ports/mailer.ts';
import { createKeyedTasks } from './keyed-tasks.ts';
import { postponeOverBudget } from './mail-budget.ts';
import { mailKind } from './outbox.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** A subscriber: what is done when an event of one of these types has happened. */
export interface Subscription<T extends DomainEventType = DomainEventType> {
  /** The kind of its outbox messages, so it must not change while messages are pending. */
  readonly name: string;
  readonly events: readonly T[];
  /** Messages of a lower number are delivered first. */
  readonly priority: number;
  /** Seconds after the event in which it is not delivered; 0 if it is not given. */
  readonly delaySeconds?: number;
  /** Idempotent, because an event is delivered at least once. A rejection is retried with back-off. */
  readonly handle: (deps: Deps, event: DomainEventOf<T>) => Promise<void>;
}

/** Checks a subscriber's handler against its event types. */
export const subscription = <const T extends DomainEventType>(
  definition: Subscription<T>,
): Subscription => definition as unknown as Subscription;

/** Messages delivered in one run, which asks for the next if more may be due: a run has a time limit. */
const maxMessages = 500;
/** Events fanned out in one transaction. */
const eventBatchSize = 100;
/** Seconds for which a message in delivery is hidden from other runs. */
const leaseSeconds = 120;
/** Messages leased at once, which saves most of the statements for each. Mails are leased one by one. */
const maxLeased = 10;
/** Milliseconds after which what was leased at once is not begun any more: others may be more urgent by then. */
const maxBatchMs = 5000;
/**
 * Mails sent at a time, each to another mailbox: a mail server takes up to some seconds for each. Exchange
 * Online accepts three connections (learn.microsoft.com, "SMTP Authenticated Submission").
 */
const maxConcurrentMails = 3;
const maxBackoffSeconds = 3600;
/** Failed attempts, about two days' worth, after which a message becomes a dead letter. */
export const maxAttempts = 56;

/**
 * Delivers domain events and mails: fans new events out into one outbox message per subscriber, then
 * delivers the messages that are due, by priority, oldest first; mails to different mailboxes beside each
 * other. Messages are leased before delivery, and each is marked done afterwards, so a crash in between
 * repeats it and two replicas do not deliver the same one. A failed message is retried with exponential
 * back-off, and becomes a dead letter after `maxAttempts`. Mails over the budget of their recipient are
 * postponed (`mail-budget.ts`).
 *
 * @param stopping once it is aborted, nothing more is begun.
 * @returns the number of messages delivered.
 */
export async function dispatchOutbox(
  deps: Deps,
  subscriptions: readonly Subscription[],
  stopping?: AbortSignal,
): Promise<number> {
  const { db } = deps;
  const mails = createKeyedTasks(maxConcurrentMails);
  let delivered = 0;
  let handled = 0;
  const attempt = async (message: OutboxMessage) => {
    try {
      await deliver(deps, subscriptions, message);
      await markDelivered(db).execute({ id: message.id });
      delivered++;
    } catch (error) {
      await recordFailure(deps, message, error);
    }
  };
  try {
    while (handled < maxMessages && !stopping?.aborted) {
      const leased = await inTransaction(db, async (tx) => {
        await fanOut(tx, subscriptions);
        return leaseNext(tx, deps.settings.rateLimitScale);
      });
      if (leased === 'none') break;
      handled += Math.max(1, leased.length);
      const endsAt = performance.now() + maxBatchMs;
      for (const [index, message] of leased.entries()) {
        if (index > 0 && (stopping?.aborted || performance.now() > endsAt)) {
          await giveBack(db, leased.slice(index));
          break;
        }
        const { recipient } = message;
        if (recipient === null) await attempt(message);
        else {
          await mails.start(recipient, () =>
            stopping?.aborted ? giveBack(db, [message]) : attempt(message),
          );
        }
      }
    }
  } finally {
    await mails.settle();
  }
  if (handled >= maxMessages) deps.jobs.trigger('dispatch-outbox');
  return delivered;
}

const markDelivered = prepareOnce((db) =>
  db
    .update(outbox)
    .set({ doneAt: sql`now()`, lastError: null })
    .where(eq(outbox.id, sql.placeholder('id'))),
);

type OutboxMessage = typeof outbox.$inferSelect;

async function deliver(
  deps: Deps,
  subscriptions: readonly Subscription[],
  { kind, dedupe, payload }: OutboxMessage,
): Promise<void> {
  if (kind === mailKind) return deps.mailer.send(dedupe, payload as Mail);
  const subscriber = subscriptions.find(({ name }) => name === kind);
  if (!subscriber) throw new Error(`no subscriber is named ${kind}`);
  await subscriber.handle(deps, payload as DomainEvent);
}

const newEvents = prepareOnce((db) =>
  db
    .select()
    .from(domainEvents)
    .where(isNull(domainEvents.dispatchedAt))
    .orderBy(asc(domainEvents.id))
    .limit(eventBatchSize)
    .for('update', { skipLocked: true }),
);

/** Writes a message for every subscriber of each new event. */
async function fanOut(tx: Transaction, subscriptions: readonly Subscription[]): Promise<void> {
  const events = await newEvents(tx).execute();
  if (events.length === 0) return;
  const messages = events.flatMap(({ id, type, payload }) =>
    subscriptions
      .filter((subscriber) => subscriber.events.some((subscribed) => subscribed === type))
      .map(({ name, priority, delaySeconds = 0 }) => ({
        kind: name,
        dedupe: `${name}:${id}`,
        priority,
        dueAt: sql`now() + make_interval(secs => ${delaySeconds})`,
        payload: { ...(payload as object), type },
      })),
  );
  if (messages.length > 0) await tx.insert(outbox).values(messages);
  const ids = events.map(({ id }) => id);
  await tx
    .update(domainEvents)
    .set({ dispatchedAt: sql`now()` })
    .where(inArray(domainEvents.id, ids));
}

const dueMessages = prepareOnce((db) =>
  db
    .select({
      id: outbox.id,
      recipient: outbox.recipient,
      priority: outbox.priority,
      attempts: outbox.attempts,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt), lte(outbox.dueAt, sql`now()`)))
    .orderBy(asc(outbox.priority), asc(outbox.dueAt), asc(outbox.id))
    .limit(maxLeased)
    .for('update', { skipLocked: true }),
);

/**
 * Takes the next mail that is due, or the next other messages of one priority, counting the attempt.
 * Postpones mails over their budget.
 *
 * @returns no messages if mails were postponed; 'none' if nothing is due.
 */
async function leaseNext(tx: Transaction, scale: number): Promise<OutboxMessage[] | 'none'> {
  const due = await dueMessages(tx).execute();
  const [first] = due;
  if (!first) return 'none';
  const { recipient, priority, attempts } = first;
  const isFirstAttempt = recipient !== null && attempts === 0;
  if (isFirstAttempt && (await postponeOverBudget(tx, { recipient, priority }, scale))) return [];
  const taken =
    recipient === null
      ? due.filter((one) => one.recipient === null && one.priority === priority)
      : [first];
  const ids = taken.map(({ id }) => id);
  const messages = await tx
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      dueAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(inArray(outbox.id, ids))
    .returning();
  return messages.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Makes leased messages due again, as if they had not been leased. */
async function giveBack(db: Deps['db'], messages: readonly OutboxMessage[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} - 1`, dueAt: sql`now()` })
    .where(inArray(outbox.id, ids));
}

async function recordFailure(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id, kind, attempts }: OutboxMessage,
  error: unknown,
): Promise<void> {
  const dead = attempts >= maxAttempts;
  log.error(
    { err: error, outboxId: id, kind, attempts },
    dead ? 'outbox message is a dead letter' : 'outbox message failed',
  );
  const backoffSeconds = Math.min(maxBackoffSeconds, 5 * 2 ** attempts);
  await db
    .update(outbox)
    .set({
      lastError: String(error).slice(0, 500),
      dueAt: sql`now() + make_interval(secs => ${backoffSeconds})`,
      ...(dead ? { deadAt: sql`now()` } : {}),
    })
    .where(eq(outbox.id, id));
}
