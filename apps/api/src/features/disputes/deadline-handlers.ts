import { eq, sql } from 'drizzle-orm';
import { disputes, orders, returns } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { applyAtDeadline, type DeadlineHandlers, startDeadline } from '../orders/index.ts';
import { resolveDispute } from './resolve-dispute.ts';

/** Hours after which the end of a dispute is tried again while a chargeback holds the money. */
const retryHours = 24;

/** What the deadlines of disputes and returns do. */
export const disputeDeadlineHandlers = {
  'dispute-response': (tx, { orderId }) => escalate(tx, orderId, 'silence'),
  'dispute-end': async (tx, { orderId }, { settings }) => {
    const [found] = await tx
      .select({ dispute: disputes, chargebackOpenedAt: orders.chargebackOpenedAt })
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.orderId))
      .where(eq(disputes.orderId, orderId));
    if (!found) return;
    const { dispute, chargebackOpenedAt } = found;
    // Without the phone at the seller's, no money moves until an admin decides.
    if (!dispute.sellerHasPhone) return escalate(tx, orderId, 'time-over');
    if (chargebackOpenedAt) return startDeadline(tx, orderId, 'dispute-end', retryHours);
    const resolution = { kind: 'full-refund', refundCents: null, source: 'clock' } as const;
    await resolveDispute(tx, dispute, resolution, settings);
  },
  'return-shipment': async (tx, deadline, deps) => {
    const [row] = await tx
      .select({ address: returns.address })
      .from(returns)
      .where(eq(returns.orderId, deadline.orderId));
    // Without an address, the buyer could not ship.
    const transition = row?.address ? 'missReturn' : 'confirmReturn';
    await applyAtDeadline(transition)(tx, deadline, deps);
  },
  'return-confirmation': applyAtDeadline('confirmReturn'),
} as const satisfies DeadlineHandlers;

/** Asks the admins to decide a dispute, once. */
async function escalate(
  tx: Transaction,
  orderId: string,
  cause: 'silence' | 'time-over',
): Promise<void> {
  const [escalated] = await tx
    .update(disputes)
    .set({ escalatedAt: sql`now()` })
    .where(sql`${disputes.orderId} = ${orderId} and ${disputes.escalatedAt} is null`)
    .returning({ id: disputes.id, at: disputes.escalatedAt });
  if (!escalated?.at) return;
  await emit(tx, {
    type: 'dispute.escalated',
    disputeId: escalated.id,
    at: escalated.at.toISOString(),
    cause,
  });
}
