import { maxShownPriceChanges, type PriceChange, toDollars } from '@redial/contract';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { priceChanges, pricePlans } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import type { Transaction } from '../../platform/transaction.ts';

/**
 * Records a change of the price of a locked product, with an event if it is lower; the same price is none. A
 * plan whose lowest price is reached ends.
 */
export async function recordPriceChange(
  tx: Transaction,
  change: Omit<typeof priceChanges.$inferInsert, 'id'>,
): Promise<void> {
  if (change.fromCents === change.toCents) return;
  const id = newId();
  await tx.insert(priceChanges).values({ id, ...change });
  const { productId } = change;
  await tx
    .delete(pricePlans)
    .where(and(eq(pricePlans.productId, productId), gte(pricePlans.floorCents, change.toCents)));
  if (change.toCents < change.fromCents) {
    await emit(tx, { type: 'product.price-lowered', productId, changeId: id });
  }
}

const latestOfListing = prepareOnce((db) =>
  db
    .select()
    .from(priceChanges)
    .where(eq(priceChanges.productId, sql.placeholder('productId')))
    .orderBy(desc(priceChanges.changedAt), desc(priceChanges.id))
    .limit(maxShownPriceChanges),
);

/** The latest price changes of a listing, newest first, as the public sees them. */
export async function findPriceChanges(db: Executor, productId: string): Promise<PriceChange[]> {
  const rows = await latestOfListing(db).execute({ productId });
  return rows.map(({ fromCents, toCents, changedAt }) => ({
    from: toDollars(fromCents),
    to: toDollars(toCents),
    changedAt: changedAt.toISOString(),
  }));
}
