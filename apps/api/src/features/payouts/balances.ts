import { feeOf } from '@redial/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { ledgerAccounts, orders } from '../../db/schema/index.ts';
import { sellerAccountOf } from '../ledger/index.ts';

/** What Redial owes a seller, in cents. Negative if the seller owes Redial. */
export async function getBalanceCents(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.account, sellerAccountOf(userId)));
  // What Redial owes is a credit.
  return row ? 0 - row.cents : 0;
}

/** The seller's share of completed sales whose chargeback is open, in cents. */
export async function getHeldCents(db: Executor, userId: string): Promise<number> {
  const sales = await db
    .select({
      priceCents: orders.priceCents,
      refundedCents: orders.refundedCents,
      feeBasisPoints: orders.feeBasisPoints,
    })
    .from(orders)
    .where(
      and(
        eq(orders.sellerId, userId),
        eq(orders.state, 'completed'),
        isNotNull(orders.chargebackOpenedAt),
      ),
    );
  return sales
    .map(({ priceCents, refundedCents, feeBasisPoints }) => {
      const kept = priceCents - refundedCents;
      return kept - feeOf(kept, feeBasisPoints);
    })
    .reduce((sum, share) => sum + share, 0);
}
