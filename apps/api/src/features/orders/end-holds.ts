import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { orders } from '../../db/schema/index.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Ends the hold of all unpaid orders of a user, as buyer or seller. The job `expire-orders` closes
 * them, at the card provider too.
 */
export const endHoldsOfUser = (tx: Transaction, userId: string): Promise<void> =>
  endHolds(tx, or(eq(orders.buyerId, userId), eq(orders.sellerId, userId)));

/** Ends the hold of the unpaid order on a product, likewise. */
export const endHoldsOfProduct = (tx: Transaction, productId: string): Promise<void> =>
  endHolds(tx, eq(orders.productId, productId));

async function endHolds(tx: Transaction, condition: SQL | undefined): Promise<void> {
  await tx
    .update(orders)
    .set({ expiresAt: sql`now()` })
    .where(and(eq(orders.state, 'unpaid'), condition));
}
