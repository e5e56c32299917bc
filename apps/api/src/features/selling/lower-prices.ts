import { nextPlannedPrice } from '@redial/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import { pricePlans, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordPriceChange } from './price-changes.ts';
import { dayMs } from './price-plan.ts';

/** Listings per transaction. */
const batchSize = 100;

/**
 * Lowers the prices whose plan is due, by one step each, also if several intervals have passed: of a
 * listing that was ordered or hidden meanwhile, and after a downtime. A plan whose lowest price is
 * reached ends.
 *
 * @returns how many plans were advanced.
 */
export async function lowerPrices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let total = 0;
  for (;;) {
    const advanced = await advanceBatch({ db, clock });
    total += advanced;
    if (advanced < batchSize) return total;
  }
}

function advanceBatch({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    // The product is locked first, as by all other changes of a listing.
    const due = await tx
      .select({ plan: pricePlans, fromCents: products.resalePriceCents })
      .from(pricePlans)
      .innerJoin(products, eq(products.id, pricePlans.productId))
      .where(
        and(
          lte(pricePlans.nextAt, now),
          eq(products.listed, true),
          eq(products.status, 'Available'),
        ),
      )
      .orderBy(asc(pricePlans.nextAt))
      .limit(batchSize)
      .for('no key update', { skipLocked: true });
    for (const { plan, fromCents } of due) {
      const { productId } = plan;
      const ofListing = eq(pricePlans.productId, productId);
      const toCents = nextPlannedPrice(fromCents, plan);
      if (toCents !== undefined) {
        await tx
          .update(products)
          .set({ resalePriceCents: toCents })
          .where(eq(products.id, productId));
        const change = { productId, fromCents, toCents, cause: 'plan', changedAt: now } as const;
        await recordPriceChange(tx, change);
      }
      if (toCents === undefined || toCents <= plan.floorCents) {
        await tx.delete(pricePlans).where(ofListing);
      } else {
        const nextAt = new Date(now.getTime() + plan.intervalDays * dayMs);
        await tx.update(pricePlans).set({ nextAt }).where(ofListing);
      }
    }
    return due.length;
  });
}
