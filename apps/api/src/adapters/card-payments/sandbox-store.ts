import { randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/client.ts';
import { sandboxEvents, sandboxIntents, sandboxRefunds } from '../../db/schema/sandbox-cards.ts';
import type { Clock } from '../../ports/clock.ts';

/** The dependencies of the sandbox's operations. */
export interface SandboxStore {
  readonly db: Database;
  readonly clock: Clock;
  /** Called after a transaction that enqueued a webhook event has committed. */
  readonly onEventEnqueued: () => void;
}

export type IntentRow = typeof sandboxIntents.$inferSelect;
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A request that can never succeed: a programming error, not an outage. */
export class RequestRejected extends Error {
  override readonly name = 'CallRejected';
}

/** Generates an id such as `pi_0123456789abcdef01234567`. */
export const sandboxId = (prefix: 'pi' | 'pm' | 're' | 'evt'): string =>
  `${prefix}_${randomBytes(12).toString('hex')}`;

/** SQL condition: neither succeeded nor cancelled. */
export const isConfirmable = inArray(sandboxIntents.status, [
  'requires_payment_method',
  'requires_action',
]);

/**
 * Creates an intent, or returns the one created earlier with the same idempotency key.
 *
 * @throws RequestRejected if the key was used with other parameters.
 */
export async function createIntent(
  { db, clock }: SandboxStore,
  input: { orderId: string; amountCents: number; currency: string; idempotencyKey: string },
): Promise<IntentRow> {
  const id = sandboxId('pi');
  await db
    .insert(sandboxIntents)
    .values({
      ...input,
      id,
      clientSecret: `${id}_secret_${randomBytes(16).toString('hex')}`,
      status: 'requires_payment_method',
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: sandboxIntents.idempotencyKey });
  const [intent] = await db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.idempotencyKey, input.idempotencyKey));
  if (
    intent?.orderId !== input.orderId ||
    intent.amountCents !== input.amountCents ||
    intent.currency !== input.currency
  ) {
    throw new RequestRejected('this idempotency key was used with other parameters');
  }
  return intent;
}

export async function findIntent(db: Executor, id: string): Promise<IntentRow | undefined> {
  // Ids are user input, and PostgreSQL rejects strings that contain NUL.
  if (!/^pi_[0-9a-f]{24}$/.test(id)) return undefined;
  const [intent] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
  return intent;
}

/** Cancels an intent that has not succeeded. Returns the intent in its resulting state. */
export async function cancelIntent(store: SandboxStore, id: string): Promise<IntentRow> {
  const intent = await findIntent(store.db, id);
  if (!intent) throw new RequestRejected(`there is no intent ${id}`);
  const canceled = await transactWithEvents(store, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({ status: 'canceled' })
      .where(and(eq(sandboxIntents.id, id), isConfirmable))
      .returning();
    if (row) await enqueueEvent(tx, store.clock, 'payment_intent.canceled', row);
    return row;
  });
  return canceled ?? (await findIntent(store.db, id)) ?? intent;
}

/** Refunds the whole amount. A refunded intent is left unchanged. */
export async function refundIntent(
  store: SandboxStore,
  input: { intentId: string; idempotencyKey: string },
): Promise<void> {
  await transactWithEvents(store, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({ refundedCents: sql`${sandboxIntents.amountCents}` })
      .where(
        and(
          eq(sandboxIntents.id, input.intentId),
          eq(sandboxIntents.status, 'succeeded'),
          eq(sandboxIntents.refundedCents, 0),
        ),
      )
      .returning();
    if (!row) {
      const intent = await findIntent(tx, input.intentId);
      if (intent && intent.refundedCents > 0) return;
      throw new RequestRejected(`intent ${input.intentId} cannot be refunded`);
    }
    await tx.insert(sandboxRefunds).values({
      id: sandboxId('re'),
      ...input,
      amountCents: row.amountCents,
      createdAt: store.clock.now(),
    });
    await enqueueEvent(tx, store.clock, 'charge.refunded', row);
  });
}

/** Runs `work` in a transaction. Events enqueued in it are sent after the commit. */
export async function transactWithEvents<T>(
  { db, onEventEnqueued }: SandboxStore,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(work);
  onEventEnqueued();
  return result;
}

/** Inserts a webhook event, in the transaction of the change that it reports. */
export async function enqueueEvent(
  tx: Executor,
  clock: Clock,
  type: string,
  intent: IntentRow,
): Promise<void> {
  const id = sandboxId('evt');
  const now = clock.now();
  await tx.insert(sandboxEvents).values({
    id,
    type,
    payload: {
      id,
      type,
      created: Math.floor(now.getTime() / 1000),
      data: {
        object: {
          id: intent.id,
          object: 'payment_intent',
          amount: intent.amountCents,
          amount_refunded: intent.refundedCents,
          currency: intent.currency,
          status: intent.status,
          metadata: { orderId: intent.orderId },
        },
      },
    },
    createdAt: now,
    dueAt: now,
  });
}
