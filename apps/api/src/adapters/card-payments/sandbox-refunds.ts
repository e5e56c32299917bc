import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sandboxIntents, sandboxRefunds } from '../../db/schema/sandbox-cards.ts';
import { AmountRefused, type Refund } from '../../ports/card-payments.ts';
import { addBalanceEntry } from './sandbox-balance.ts';
import { findOpenDispute } from './sandbox-disputes.ts';
import { type IntentRow, lockSucceededIntent } from './sandbox-intents.ts';
import {
  enqueueEvent,
  RequestRejected,
  type SandboxStore,
  sandboxId,
  settlementTime,
  transactWithEvents,
} from './sandbox-store.ts';

type RefundRow = typeof sandboxRefunds.$inferSelect;

/**
 * Refunds part or all of an intent. The marketplace's balance may become negative.
 *
 * @param input.idempotencyKey undefined for a refund made in the provider's dashboard.
 * @throws RequestRejected if the intent has not succeeded, or the key was used with other parameters.
 * @throws AmountRefused
 */
export function refundIntent(
  store: SandboxStore,
  input: { intentId: string; amountCents: number; idempotencyKey?: string },
): Promise<Refund> {
  const { intentId, amountCents, idempotencyKey } = input;
  return transactWithEvents(store, async (tx) => {
    const intent = await lockSucceededIntent(tx, intentId);
    const earlier = idempotencyKey ? await findRefundByKey(tx, idempotencyKey) : undefined;
    if (earlier) {
      if (earlier.intentId === intentId && earlier.amountCents === amountCents)
        return toRefund(earlier);
      throw new RequestRejected('this idempotency key was used with other parameters');
    }
    if (amountCents <= 0) throw new RequestRejected('the amount is not positive');
    if (await findOpenDispute(tx, intentId)) throw new AmountRefused('disputed');
    if (amountCents > intent.amountCents - intent.refundedCents)
      throw new AmountRefused('exceeds-remaining');
    await changeRefundedCents(tx, intentId, amountCents);
    const [refund] = await tx
      .insert(sandboxRefunds)
      .values({
        id: sandboxId('re'),
        idempotencyKey: idempotencyKey ?? null,
        intentId,
        amountCents,
        status: intent.afterPayment === 'refund-pending' ? 'pending' : 'succeeded',
        dueAt: hasLateRefunds(intent) ? settlementTime(store) : null,
        createdAt: store.clock.now(),
      })
      .returning();
    if (!refund) throw new Error('the refund was not inserted');
    await addBalanceEntry(tx, store.clock, {
      kind: 'refund',
      amountCents: -amountCents,
      sourceId: refund.id,
    });
    await enqueueRefundEvent(tx, store, 'charge.refunded', refund, intent);
    return toRefund(refund);
  });
}

/** Lists the refunds of an intent, oldest first. */
export async function listRefunds(db: Executor, intentId: string): Promise<Refund[]> {
  const rows = await db
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.intentId, intentId))
    .orderBy(asc(sandboxRefunds.createdAt), asc(sandboxRefunds.id));
  return rows.map(toRefund);
}

/** Settles due refunds: pending ones succeed, those of the failing test card fail. */
export function settleRefunds(store: SandboxStore): Promise<number> {
  return transactWithEvents(store, async (tx) => {
    const due = await tx
      .select({ refund: sandboxRefunds, intent: sandboxIntents })
      .from(sandboxRefunds)
      .innerJoin(sandboxIntents, eq(sandboxIntents.id, sandboxRefunds.intentId))
      .where(and(isNotNull(sandboxRefunds.dueAt), lte(sandboxRefunds.dueAt, store.clock.now())))
      .for('update', { skipLocked: true });
    for (const { refund, intent } of due) {
      const fails = intent.afterPayment === 'refund-fails';
      const [settled] = await tx
        .update(sandboxRefunds)
        .set({
          status: fails ? 'failed' : 'succeeded',
          failureCode: fails ? 'expired_or_canceled_card' : null,
          dueAt: null,
        })
        .where(eq(sandboxRefunds.id, refund.id))
        .returning();
      if (!settled) continue;
      if (fails) {
        await changeRefundedCents(tx, intent.id, -refund.amountCents);
        await addBalanceEntry(tx, store.clock, {
          kind: 'refund-failure',
          amountCents: refund.amountCents,
          sourceId: refund.id,
        });
      }
      const type = fails ? 'refund.failed' : 'refund.updated';
      await enqueueRefundEvent(tx, store, type, settled, intent);
    }
    return due.length;
  });
}

const hasLateRefunds = ({ afterPayment }: IntentRow): boolean =>
  afterPayment === 'refund-pending' || afterPayment === 'refund-fails';

async function findRefundByKey(tx: Executor, key: string): Promise<RefundRow | undefined> {
  const [refund] = await tx
    .select()
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.idempotencyKey, key));
  return refund;
}

async function changeRefundedCents(tx: Executor, intentId: string, cents: number): Promise<void> {
  await tx
    .update(sandboxIntents)
    .set({ refundedCents: sql`${sandboxIntents.refundedCents} + ${cents}` })
    .where(eq(sandboxIntents.id, intentId));
}

const enqueueRefundEvent = (
  tx: Executor,
  { clock }: SandboxStore,
  type: string,
  refund: RefundRow,
  intent: IntentRow,
): Promise<void> =>
  enqueueEvent(tx, clock, {
    type,
    object: {
      object: 'refund',
      id: refund.id,
      payment_intent: intent.id,
      amount: refund.amountCents,
      status: refund.status,
      metadata: { orderId: intent.orderId },
    },
  });

const toRefund = (row: RefundRow): Refund => ({
  id: row.id,
  intentId: row.intentId,
  amountCents: row.amountCents,
  status: row.status,
  idempotencyKey: row.idempotencyKey ?? undefined,
  failureCode: row.failureCode ?? undefined,
  createdAt: row.createdAt,
});
