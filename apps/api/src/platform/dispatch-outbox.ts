import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { prepareOnce } from '../db/prepare-once.ts';
import { domainEvents, outbox } from '../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import type { DomainEvent } from '../events.ts';
import type { Mail } from '../ports/mailer.ts';
import { mailKind } from './outbox.ts';
import { giveBack, leaseNext, markDelivered, type OutboxMessage } from './outbox-leases.ts';
import type { Subscription } from './subscription.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** Messages delivered in one run, which asks for the next if more may be due. */
const maxMessages = 500;
/** Milliseconds after which a run begins nothing more: the job queue gives it five minutes. */
const maxRunMs = 200_000;
/** Events fanned out in one transaction. */
const eventBatchSize = 100;
/** Milliseconds after which what was leased at once is not begun any more: others may be more urgent by then. */
const maxBatchMs = 5000;
/**
 * Mails sent at a time, each to another mailbox: a mail server takes up to some seconds for each. Exchange
 * Online accepts three connections (learn.microsoft.com, "SMTP Authenticated Submission").
 */
const maxConcurrentMails = 3;
/** Other messages after which a mail has its turn, however many are more urgent. */
const maxBeforeMail = 100;
/** Milliseconds between looking for messages while only deliveries under way are waited for. */
const pollMs = 250;
const maxBackoffSeconds = 3600;
/** Failed attempts, about two days' worth, after which a message becomes a dead letter. */
export const maxAttempts = 56;

/**
 * Delivers domain events and mails: fans new events out into one outbox message per subscriber, then
 * delivers the messages that are due, by priority, oldest first. Mails to different mailboxes, and messages
 * to subscribers that call different services, are delivered beside each other and beside the other
 * messages, so that these do not wait for a slow service. Messages are leased before delivery, and each is
 * marked done afterwards, so a crash in between repeats it and two replicas do not deliver the same one. A
 * failed message is retried with exponential back-off, and becomes a dead letter after `maxAttempts`. Mails
 * over the budget of their recipient are postponed (`mail-budget.ts`).
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
  const services = subscriptions.filter((one) => one.callsService).map(({ name }) => name);
  /** Deliveries that may take long, by mailbox or service. */
  const running = new Map<string, Promise<unknown>>();
  const errors: unknown[] = [];
  const endsAt = performance.now() + maxRunMs;
  let delivered = 0;
  let handled = 0;
  let sinceMail = 0;

  const mailsAreFull = () =>
    [...running.keys()].filter((key) => !services.includes(key)).length >= maxConcurrentMails;
  const chooseWhatToTake = () => {
    if (mailsAreFull()) return 'others';
    if (sinceMail < maxBeforeMail) return 'any';
    sinceMail = 0;
    return 'mails first';
  };
  const lease = (busy: readonly string[]) => {
    const take = chooseWhatToTake();
    return inTransaction(db, async (tx) => {
      await fanOut(tx, subscriptions);
      return leaseNext(tx, { take, services, busy, scale: deps.settings.rateLimitScale });
    });
  };
  const attempt = async (message: OutboxMessage) => {
    try {
      await deliver(deps, subscriptions, message);
      await markDelivered(db, message);
      delivered++;
    } catch (error) {
      await recordFailure(deps, message, error);
    }
  };
  const start = (key: string, message: OutboxMessage) => {
    const delivery = attempt(message)
      .catch((error: unknown) => errors.push(error))
      .finally(() => running.delete(key));
    running.set(key, delivery);
  };
  const deliverInTurn = async (messages: readonly OutboxMessage[]) => {
    const batchEndsAt = performance.now() + maxBatchMs;
    for (const [index, message] of messages.entries()) {
      if (index > 0 && (stopping?.aborted || performance.now() > batchEndsAt)) {
        return giveBack(db, messages.slice(index));
      }
      await attempt(message);
    }
  };
  /** Waits until a delivery that may take long has ended, but not for long. */
  const waitForDelivery = async () => {
    if (running.size > 0) await Promise.race([...running.values(), sleep(pollMs)]);
  };

  const isOver = () => handled >= maxMessages || performance.now() >= endsAt;

  try {
    while (!isOver() && !stopping?.aborted && errors.length === 0) {
      const busy = [...running.keys()];
      const leased = await lease(busy);
      if (leased === 'none') {
        if (busy.length === 0) break;
        await waitForDelivery();
        continue;
      }
      handled += Math.max(1, leased.length);
      const [first] = leased;
      if (!first) continue;
      const isMail = first.recipient !== null;
      if (!isMail) sinceMail += leased.length;
      if (isMail || services.includes(first.kind)) {
        start(first.recipient ?? first.kind, first);
        if (mailsAreFull()) await waitForDelivery();
      } else {
        await deliverInTurn(leased);
      }
    }
  } finally {
    await Promise.all(running.values());
  }
  if (errors.length > 0) throw errors[0];
  if (isOver()) deps.jobs.trigger('dispatch-outbox');
  return delivered;
}

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
