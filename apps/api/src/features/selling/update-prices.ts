import { and, asc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { computePriceBands, storePriceBands } from '../models/index.ts';

/** Products changed per statement: few enough that no lock is held for long. */
const batchSize = 1000;

/**
 * Computes what phones are worth today, and with it the price labels, the costs per month and the ends
 * of security updates by which lists are filtered and sorted. A trigger sets them when a product or its
 * details change; this job repeats it when sales, models or the day have changed, so until its next run
 * they can be out of date. An interrupted run is completed by the next one.
 *
 * @param limit products changed per statement.
 * @param stopping once it is aborted, no further statement is begun.
 * @returns the number of products changed.
 */
export async function updatePrices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { limit = batchSize, stopping }: { limit?: number; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  let changed = 0;
  for await (const { modelId, bands } of computePriceBands(db, clock.now())) {
    if (stopping?.aborted) break;
    await storePriceBands(db, modelId, bands);
    for await (const ids of pagesOfModel(db, modelId, limit)) {
      if (stopping?.aborted) break;
      changed += await inTransaction(db, (tx) => updateProducts(tx, ids));
    }
  }
  return changed;
}

/**
 * The listed products of a model, in batches. One whose price is changed meanwhile may be left out; the
 * trigger computes its values.
 */
async function* pagesOfModel(
  db: Executor,
  modelId: number,
  limit: number,
): AsyncGenerator<string[]> {
  const { id, resalePriceCents, listed } = products;
  for (let after: { id: string; resalePriceCents: number } | undefined; ; ) {
    const page = await db
      .select({ id, resalePriceCents })
      .from(products)
      .where(
        and(
          listed,
          eq(products.modelId, modelId),
          after && sql`(${resalePriceCents}, ${id}) > (${after.resalePriceCents}, ${after.id})`,
        ),
      )
      .orderBy(asc(resalePriceCents), asc(id))
      .limit(limit);
    if (page.length > 0) yield page.map((product) => product.id);
    if (page.length < limit) return;
    after = page.at(-1);
  }
}

/** @returns how many of the products had other values. */
async function updateProducts(db: Executor, ids: readonly string[]): Promise<number> {
  // In a fixed order, so that it waits for other changes of many products without a deadlock.
  const { rowCount } = await db.execute(sql`
    with stale as (
      select p.id, m.* from ${products} p, lateral product_market(
        p.id, p.model_id, p.storage_gb, p.condition, p.resale_price_cents) m
      where p.listed and p.id = any(${sql.param(ids)}::uuid[]) and (
        p.updates_until is distinct from m.updates_until
        or p.price_label is distinct from m.price_label
        or p.cost_per_month_cents is distinct from m.cost_per_month_cents)
      order by p.id for update of p
    )
    update ${products} set updates_until = stale.updates_until,
      price_label = stale.price_label, cost_per_month_cents = stale.cost_per_month_cents
    from stale where ${products.id} = stale.id`);
  return rowCount ?? 0;
}
