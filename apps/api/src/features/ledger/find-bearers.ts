import { feeOf } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { refunds } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { escrowOf, type LedgerAccount, sellerAccountOf } from './accounts.ts';
import { readBalance } from './read-balance.ts';

/** What the postings need to know of an order. */
export interface OrderMoney {
  readonly id: string;
  readonly sellerId: string;
  readonly feeBasisPoints: number;
}

/**
 * Who bears money that goes back to a buyer: first what is held for the order, but for refunds that are
 * due; then the seller who received it, with the difference of the fee; then what is held for due
 * refunds, which this one replaces; then the operator, where the buyer had got it back before. What the
 * seller and the fees have of the order is read from the ledger itself, so refunds that are posted in
 * any order take the same in all. The caller has locked the order.
 *
 * @returns debits in cents by account, which sum to `cents`.
 */
export async function findBearers(
  tx: Transaction,
  { id, sellerId, feeBasisPoints }: OrderMoney,
  cents: number,
): Promise<Partial<Record<LedgerAccount, number>>> {
  const escrow = escrowOf(id);
  const held = 0 - (await readBalance(tx, escrow));
  const free = Math.min(cents, Math.max(0, held - (await sumDueRefunds(tx, id))));
  const released = await findReleased(tx, id);
  const fromSale = Math.min(cents - free, Math.max(0, released.seller + released.fee));
  const fromHeld = Math.min(held, cents - fromSale);
  const kept = released.seller + released.fee - fromSale;
  const feeBack = fromSale > 0 ? released.fee - feeOf(kept, feeBasisPoints) : 0;
  return {
    [escrow]: fromHeld,
    [sellerAccountOf(sellerId)]: fromSale - feeBack,
    fees: feeBack,
    'provider-fees': cents - fromHeld - fromSale,
  };
}

/** Refunds of an order that the provider has not accepted yet, in cents. */
async function sumDueRefunds(tx: Transaction, orderId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.state, 'due')));
  return Number(row?.cents ?? 0);
}

/** What the seller, and the operator as the fee, have received for an order and not given back. */
async function findReleased(
  tx: Transaction,
  orderId: string,
): Promise<{ seller: number; fee: number }> {
  const { rows } = await tx.execute<{ seller: string; fee: string }>(sql`
    select -coalesce(sum(e.amount_cents) filter (where e.account like 'seller:%'), 0) as seller,
      -coalesce(sum(e.amount_cents) filter (where e.account = 'fees'), 0) as fee
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = ${orderId}`);
  return { seller: Number(rows[0]?.seller ?? 0), fee: Number(rows[0]?.fee ?? 0) };
}
