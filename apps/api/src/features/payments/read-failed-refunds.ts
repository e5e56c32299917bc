import { and, eq, inArray, ne } from 'drizzle-orm';
import { isNotDropped, type orders, payments, refunds } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { escrowOf, readBalance, readHeldOfPayment } from '../ledger/index.ts';
import { heldOrderStates } from '../orders/index.ts';

/**
 * What is held for refunds of an order that failed at the bank, in cents. The order counts them as
 * refunded. What gives the buyer money back pays them first, and counts as a refund only beyond them.
 * The caller has locked the order.
 */
export async function readFailedRefunds(
  tx: Transaction,
  order: typeof orders.$inferSelect,
): Promise<number> {
  const { id, paidPaymentId } = order;
  const rows = await tx
    .select({ state: refunds.state, paymentId: refunds.paymentId, cents: refunds.amountCents })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), inArray(refunds.state, ['due', 'failed']), isNotDropped));
  const isFailed = (row: (typeof rows)[number]) =>
    row.state === 'failed' && row.paymentId === paidPaymentId;
  const failed = sum(rows.filter(isFailed));
  if (failed === 0) return 0;
  const escrow = 0 - (await readBalance(tx, escrowOf(id)));
  const due = rows.filter(({ state }) => state === 'due');
  const other = sum(due) + (await readHeldOfOthers(tx, order));
  return Math.max(0, Math.min(failed, escrow - heldCents(order) - other));
}

/** What is held of the price. */
const heldCents = ({ state, priceCents, refundedCents }: typeof orders.$inferSelect): number =>
  heldOrderStates.some((held) => held === state) ? priceCents - refundedCents : 0;

/** What is held of payments that could not pay the order, such as one that came too late. */
async function readHeldOfOthers(
  tx: Transaction,
  { id: orderId, paidPaymentId }: typeof orders.$inferSelect,
): Promise<number> {
  const others = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        paidPaymentId === null ? undefined : ne(payments.id, paidPaymentId),
      ),
    );
  let cents = 0;
  for (const { id: paymentId } of others)
    cents += await readHeldOfPayment(tx, { orderId, paymentId });
  return cents;
}

const sum = (rows: readonly { cents: number }[]): number =>
  rows.reduce((total, { cents }) => total + cents, 0);
