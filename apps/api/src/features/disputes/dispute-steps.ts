import type { Party } from '@redial/contract';
import { eq } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { disputes } from '../../db/schema/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import type { TradeSettings } from '../../settings.ts';
import { lockPartyOrder, type PartyOrder } from '../orders/index.ts';
import { startResponseDeadline } from './dispute-deadlines.ts';

export type DisputeRow = typeof disputes.$inferSelect;

/** @throws Problem `dispute.not-found` */
export async function findDispute(db: Executor, id: string): Promise<DisputeRow> {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, id));
  if (!dispute) throw new Problem('dispute.not-found');
  return dispute;
}

/**
 * Locks the order of a dispute for a step of one of its parties.
 *
 * @throws Problem `dispute.not-found`, also for others than the parties.
 */
export async function lockDispute(
  tx: Transaction,
  actor: Pick<User, 'id'>,
  id: string,
): Promise<{ dispute: DisputeRow; order: PartyOrder }> {
  const { orderId } = await findDispute(tx, id);
  try {
    const order = await lockPartyOrder(tx, actor, orderId);
    // Read again: a concurrent step has committed by now.
    return { order, dispute: await findDispute(tx, id) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'order.not-found') {
      throw new Problem('dispute.not-found');
    }
    throw error;
  }
}

/** Records a step of a party: from now on the other one's time runs. */
export async function recordStep(
  tx: Transaction,
  dispute: DisputeRow,
  party: Party,
  trade: TradeSettings,
): Promise<void> {
  await tx.update(disputes).set({ lastStepBy: party }).where(eq(disputes.id, dispute.id));
  if (!dispute.escalatedAt) await startResponseDeadline(tx, dispute.orderId, trade);
}
