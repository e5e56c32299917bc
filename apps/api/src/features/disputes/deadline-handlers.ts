import { and, eq, gte, sql } from 'drizzle-orm';
import { disputeMessages, disputes, orders, returns } from '../../db/schema/index.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';
import type { Settings } from '../../settings.ts';
import {
  applyAtDeadline,
  type DeadlineHandlers,
  startDeadline,
  transitionOrder,
} from '../orders/index.ts';
import { startDisputeDeadlines } from './dispute-deadlines.ts';
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
    const [row] = await tx.select().from(returns).where(eq(returns.orderId, deadline.orderId));
    // Without an address, the buyer could not ship.
    if (!row?.address) return applyAtDeadline('confirmReturn')(tx, deadline, deps);
    const isObjected = await hasBuyerWritten(tx, deadline.orderId, row.createdAt);
    if (isObjected) return reopen(tx, deadline.orderId, deps.settings);
    await applyAtDeadline('missReturn')(tx, deadline, deps);
  },
  'return-confirmation': applyAtDeadline('confirmReturn'),
} as const satisfies DeadlineHandlers;

/** Whether the buyer has written in the dispute since a time. */
async function hasBuyerWritten(tx: Transaction, orderId: string, since: Date): Promise<boolean> {
  const [message] = await tx
    .select({ id: disputeMessages.id })
    .from(disputeMessages)
    .innerJoin(disputes, eq(disputes.id, disputeMessages.disputeId))
    .where(
      and(
        eq(disputes.orderId, orderId),
        eq(disputeMessages.party, 'buyer'),
        gte(disputeMessages.at, since),
      ),
    )
    .limit(1);
  return message !== undefined;
}

/** Opens the dispute of a return again that the buyer has not shipped, but has written about: admins decide. */
async function reopen(
  tx: Transaction,
  orderId: string,
  settings: Pick<Settings, 'trade'>,
): Promise<void> {
  const details = { reason: 'return-objected' };
  if (!(await transitionOrder(tx, orderId, 'disputeReturn', { settings, details }))) {
    throw new Error('disputeReturn at the deadline return-shipment is not allowed');
  }
  const [dispute] = await tx
    .update(disputes)
    .set({ sellerHasPhone: false, lastStepBy: 'buyer', escalatedAt: sql`now()` })
    .where(eq(disputes.orderId, orderId))
    .returning();
  if (!dispute?.escalatedAt) throw new Error(`order ${orderId} has no dispute`);
  await startDisputeDeadlines(tx, dispute, settings.trade);
  await emit(tx, {
    type: 'dispute.escalated',
    disputeId: dispute.id,
    at: dispute.escalatedAt.toISOString(),
    cause: 'return-objected',
  });
}

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
