import { sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { computePriceBands, storePriceBands } from '../models/index.ts';

/**
 * Computes what phones are worth today, and with it the price labels, the costs per month and the ends
 * of security updates by which lists are filtered and sorted. A trigger sets them when a product or its
 * details change; this job repeats it when sales, models or the day have changed, so until its next run
 * they can be out of date. One transaction per model: an interrupted run is completed by the next one.
 *
 * @returns the number of products changed.
 */
export async function updatePrices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let changed = 0;
  for await (const { modelId, bands } of computePriceBands(db, clock.now())) {
    changed += await inTransaction(db, async (tx) => {
      await storePriceBands(tx, modelId, bands);
      // In a fixed order, so that it waits for other changes of many products without a deadlock.
      const { rowCount } = await tx.execute(sql`
        with stale as (
          select p.id, m.* from ${products} p, lateral product_market(
            p.id, p.model_id, p.storage_gb, p.condition, p.resale_price_cents) m
          where p.listed and p.model_id = ${modelId} and (
            p.updates_until is distinct from m.updates_until
            or p.price_label is distinct from m.price_label
            or p.cost_per_month_cents is distinct from m.cost_per_month_cents)
          order by p.id for update of p
        )
        update ${products} set updates_until = stale.updates_until,
          price_label = stale.price_label, cost_per_month_cents = stale.cost_per_month_cents
        from stale where ${products.id} = stale.id`);
      return rowCount ?? 0;
    });
  }
  return changed;
}
