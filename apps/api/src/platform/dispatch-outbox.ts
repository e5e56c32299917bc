import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { domainEvents, outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { DomainEvent, DomainEventOf, DomainEventType } from '../events.ts';
import type { Mail } from '../ports/mailer.ts';
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

/** Messages delivered in one run; the next run continues. */
const maxMessages = 500;
/** Events fanned out in one transaction. */
const eventBatchSize = 100;
/** Seconds for which a message in delivery is hidden from other runs. */
const leaseSeconds = 120;
const maxBackoffSeconds = 3600;
/** Failed attempts, about two days' worth, after which a message becomes a dead letter. */
export const maxAttempts = 56;

/**
 * Delivers domain events and mails: fans new events out into one outbox message per subscriber, then
 * delivers the messages that are due, by priority, oldest first. A message is leased before delivery
 * and marked done afterwards, so a crash in between repeats it and two replicas do not deliver the
 * same one. A failed message is retried with exponential back-off, and becomes a dead letter after
 * `maxAttempts`. Mails over the budget of their recipient are postponed (`mail-budget.ts`).
 *
 * @returns the number of messages delivered.
 */
export async function dispatchOutbox(
  deps: Deps,
  subscriptions: readonly Subscription[],
): Promise<number> {
  const { db } = deps;
  let delivered = 0;
  for (let leased = 0; leased < maxMessages; leased++) {
    const message = await inTransaction(db, async (tx) => {
      await fanOut(tx, subscriptions);
      return leaseNext(tx, deps.settings.rateLimitScale);
    });
    if (message === 'postponed') continue;
    if (!message) break;
    try {
      await deliver(deps, subscriptions, message);
      await db
        .update(outbox)
        .set({ doneAt: sql`now()`, lastError: null })
        .where(eq(outbox.id, message.id));
      delivered++;
    } catch (error) {
      await recordFailure(deps, message, error);
    }
  }
  return delivered;
}

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

/** Writes a message for every subscriber of each new event. */
async function fanOut(tx: Transaction, subscriptions: readonly Subscription[]): Promise<void> {
  const events = await tx
    .select()
    .from(domainEvents)
    .where(isNull(domainEvents.dispatchedAt))
    .orderBy(asc(domainEvents.id))
    .limit(eventBatchSize)
    .for('update', { skipLocked: true });
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

/** Takes the next message that is due, counting the attempt, or postpones mails over their budget. */
async function leaseNext(
  tx: Transaction,
  scale: number,
): Promise<OutboxMessage | 'postponed' | undefined> {
  const [due] = await tx
    .select({
      id: outbox.id,
      recipient: outbox.recipient,
      priority: outbox.priority,
      attempts: outbox.attempts,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt), lte(outbox.dueAt, sql`now()`)))
    .orderBy(asc(outbox.priority), asc(outbox.dueAt), asc(outbox.id))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!due) return undefined;
  const { recipient, priority } = due;
  const isFirstAttempt = recipient !== null && due.attempts === 0;
  if (isFirstAttempt && (await postponeOverBudget(tx, { recipient, priority }, scale))) {
    return 'postponed';
  }
  const [message] = await tx
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      dueAt: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where(eq(outbox.id, due.id))
    .returning();
  return message;
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
