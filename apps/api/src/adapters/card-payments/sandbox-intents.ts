import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxIntents } from '../../db/schema/sandbox-cards.ts';
import {
  enqueueEvent,
  isSandboxId,
  RequestRejected,
  type SandboxStore,
  sandboxId,
  transactWithEvents,
} from './sandbox-store.ts';

export type IntentRow = typeof sandboxIntents.$inferSelect;

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
  if (!isSandboxId('pi', id)) return undefined;
  const [intent] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
  return intent;
}

/** @throws RequestRejected if there is no such intent. */
export async function requireIntent(db: Executor, id: string): Promise<IntentRow> {
  const intent = await findIntent(db, id);
  if (!intent) throw new RequestRejected(`there is no intent ${id}`);
  return intent;
}

/** Locks a succeeded intent; changes of its refunds and disputes happen one after the other. */
export async function lockSucceededIntent(tx: Executor, id: string): Promise<IntentRow> {
  const [intent] = isSandboxId('pi', id)
    ? await tx
        .select()
        .from(sandboxIntents)
        .where(and(eq(sandboxIntents.id, id), eq(sandboxIntents.status, 'succeeded')))
        .for('update')
    : [];
  if (!intent) throw new RequestRejected(`intent ${id} has not succeeded`);
  return intent;
}

/** Cancels an intent that has not succeeded. Returns the intent in its resulting state. */
export async function cancelIntent(store: SandboxStore, id: string): Promise<IntentRow> {
  const intent = await requireIntent(store.db, id);
  const canceled = await transactWithEvents(store, async (tx) => {
    const [row] = await tx
      .update(sandboxIntents)
      .set({ status: 'canceled' })
      .where(and(eq(sandboxIntents.id, id), isConfirmable))
      .returning();
    if (row) await enqueueIntentEvent(tx, store, 'payment_intent.canceled', row);
    return row;
  });
  return canceled ?? (await findIntent(store.db, id)) ?? intent;
}

/** Inserts a webhook event about an intent. */
export const enqueueIntentEvent = (
  tx: Executor,
  { clock }: Pick<SandboxStore, 'clock'>,
  type: string,
  intent: IntentRow,
): Promise<void> =>
  enqueueEvent(tx, clock, {
    type,
    object: {
      object: 'payment_intent',
      id: intent.id,
      amount: intent.amountCents,
      currency: intent.currency,
      status: intent.status,
      metadata: { orderId: intent.orderId },
    },
  });
