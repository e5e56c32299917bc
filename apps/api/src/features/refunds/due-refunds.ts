import { and, eq, sql } from 'drizzle-orm';
import { refunds } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/** Continues the due refunds of an order whose chargeback was won. */
export async function resumeRefunds(tx: Transaction, orderId: string): Promise<void> {
  const due = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'due')));
  for (const { id } of due) await emit(tx, { type: 'refund.due', refundId: id, orderId });
}

/** Drops the due refunds of an order whose chargeback was lost: the bank has paid the buyer. */
export async function dropRefunds(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: 'failed', changedAt: sql`now()` })
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'due')));
}
