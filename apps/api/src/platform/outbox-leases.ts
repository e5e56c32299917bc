import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { prepareOnce } from '../db/prepare-once.ts';
import { outbox } from '../db/schema/index.ts';
import { postponeOverBudget } from './mail-budget.ts';
import type { Transaction } from './transaction.ts';

export type OutboxMessage = typeof outbox.$inferSelect;

/** Seconds for which a message in delivery is hidden from other runs. */
const leaseSeconds = 120;
/** Messages leased at once, which saves most of the statements for each. */
const maxLeased = 10;

const dueMessages = prepareOnce((db) =>
  db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      recipient: outbox.recipient,
      priority: outbox.priority,
      attempts: outbox.attempts,
    })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
        lte(outbox.dueAt, sql`now()`),
        sql`case when ${outbox.recipient} is null then ${sql.placeholder('others')}::boolean
          else ${sql.placeholder('mails')}::boolean end`,
        sql`coalesce(${outbox.recipient}, ${outbox.kind}) <> all(${sql.placeholder('busy')}::text[])`,
      ),
    )
    .orderBy(asc(outbox.priority), asc(outbox.dueAt), asc(outbox.id))
    .limit(maxLeased)
    .for('update', { skipLocked: true }),
);

/** What `leaseNext` may take. */
export interface LeaseOptions {
  /** Any message; any but mails; or a mail if one is due, and any message otherwise. */
  readonly take: 'any' | 'others' | 'mails first';
  /** The kinds that call an outside service. */
  readonly services: readonly string[];
  /** Mailboxes, and kinds of `services`, to which a message is being delivered. */
  readonly busy: readonly string[];
  /** Multiplies the mails that a mailbox may get. */
  readonly scale: number;
}

/**
 * Takes the message that is due next, by priority, oldest first, and with it up to nine others of its
 * priority, unless it is a mail or its subscriber calls a service. Counts the attempt. Postpones mails over
 * their budget.
 *
 * @returns no messages if mails were postponed; 'none' if nothing is due.
 */
export async function leaseNext(
  tx: Transaction,
  { take, services, busy, scale }: LeaseOptions,
): Promise<OutboxMessage[] | 'none'> {
  const select = (mails: boolean, others: boolean) =>
    dueMessages(tx).execute({ mails, others, busy });
  let due = take === 'mails first' ? await select(true, false) : [];
  if (due.length === 0) due = await select(take !== 'others', true);
  const [first] = due;
  if (!first) return 'none';
  const { kind, recipient, priority, attempts } = first;
  const isFirstAttempt = recipient !== null && attempts === 0;
  if (isFirstAttempt && (await postponeOverBudget(tx, { recipient, priority }, scale))) return [];
  const taken =
    recipient !== null || services.includes(kind)
      ? [first]
      : due.filter(
          (one) =>
            one.recipient === null && one.priority === priority && !services.includes(one.kind),
        );
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
export async function giveBack(db: Executor, messages: readonly OutboxMessage[]): Promise<void> {
  const ids = messages.map(({ id }) => id);
  await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} - 1`, dueAt: sql`now()` })
    .where(inArray(outbox.id, ids));
}

const setDelivered = prepareOnce((db) =>
  db
    .update(outbox)
    .set({ doneAt: sql`now()`, lastError: null })
    .where(eq(outbox.id, sql.placeholder('id'))),
);

/** Records that a leased message was delivered. */
export async function markDelivered(db: Executor, { id }: OutboxMessage): Promise<void> {
  await setDelivered(db).execute({ id });
}
