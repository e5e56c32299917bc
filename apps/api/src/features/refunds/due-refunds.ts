import { and, asc, eq, sql } from 'drizzle-orm';
import { refunds } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Continues the due refunds of an order whose chargeback has ended. */
export async function resumeRefunds(tx: Transaction, orderId: string): Promise<void> {
  const due = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'due')));
  for (const { id } of due) await emit(tx, { type: 'refund.due', refundId: id, orderId });
}

/**
 * Reduces the due refunds of an order by what the bank has paid the buyer; those that are paid whole
 * are dropped.
 *
 * @returns the cents by which they were reduced.
 */
export async function reduceRefunds(
  tx: Transaction,
  orderId: string,
  paidCents: number,
): Promise<number> {
  const due = await tx
    .select({ id: refunds.id, amountCents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'due')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  let left = paidCents;
  for (const { id, amountCents } of due) {
    if (left === 0) break;
    const part = Math.min(left, amountCents);
    left -= part;
    const change =
      part === amountCents ? ({ state: 'failed' } as const) : { amountCents: amountCents - part };
    await tx
      .update(refunds)
      .set({ ...change, changedAt: sql`now()` })
      .where(eq(refunds.id, id));
  }
  return paidCents - left;
}
