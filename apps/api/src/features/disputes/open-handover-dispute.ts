import { disputes } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import { applyAtDeadline, type FiredDeadline } from '../orders/index.ts';
import { startDisputeDeadlines } from './dispute-deadlines.ts';

/**
 * Opens a dispute about a meeting of which only one side entered a code, at the deadline for the
 * second. No money moves.
 *
 * @param text what happened, for both parties.
 */
export async function openHandoverDispute(
  tx: Transaction,
  deadline: FiredDeadline,
  { settings }: { settings: Settings },
  { text, lastStepBy }: { text: string; lastStepBy: 'buyer' | 'seller' },
): Promise<void> {
  const { orderId } = deadline;
  await applyAtDeadline('disputeHandover')(tx, deadline, { settings });
  const [dispute] = await tx
    .insert(disputes)
    .values({ id: newId(), orderId, reason: 'handover-unconfirmed', text, lastStepBy })
    .returning({ openedAt: disputes.openedAt });
  if (!dispute) throw new Error('insert returned no row');
  await startDisputeDeadlines(tx, { orderId, openedAt: dispute.openedAt }, settings.trade);
}
