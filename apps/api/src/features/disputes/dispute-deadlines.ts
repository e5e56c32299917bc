import { sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/transaction.ts';
import type { TradeSettings } from '../../settings.ts';
import { startDeadline } from '../orders/index.ts';

/** Gives the other party time to answer the last step. */
export const startResponseDeadline = (
  tx: Transaction,
  orderId: string,
  { disputeResponseHours }: TradeSettings,
): Promise<void> => startDeadline(tx, orderId, 'dispute-response', disputeResponseHours);

/**
 * Starts the deadlines of a dispute that was opened, or opened again. Nobody has to answer in one that
 * waits for an admin. One that is opened again late has as much time to its end as the seller of a return
 * has: its parties and the admins have just heard of what is wrong.
 */
export async function startDisputeDeadlines(
  tx: Transaction,
  {
    orderId,
    openedAt,
    escalatedAt = null,
  }: { orderId: string; openedAt: Date; escalatedAt?: Date | null },
  trade: TradeSettings,
): Promise<void> {
  if (!escalatedAt) await startResponseDeadline(tx, orderId, trade);
  const end = sql`greatest(
    ${openedAt.toISOString()}::timestamptz + make_interval(days => ${trade.disputeDays}::int),
    now() + make_interval(days => ${trade.returnConfirmationDays}::int))`;
  await startDeadline(tx, orderId, 'dispute-end', end);
}
