import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { deviceNumbers, listingImeis, models, orders, products } from '../../db/schema/index.ts';

/**
 * When the model of a TAC (the first eight digits of an IMEI) counts as known: several phones of
 * several sellers, which their buyers accepted, nearly all of them of one model. One seller alone cannot
 * teach a wrong one. The numbers are this project's choice.
 */
const tacRules = { minDevices: 3, minSellers: 2, minShare: 0.9, sample: 500 } as const;

/** The first eight digits of an IMEI. */
export const tacOf = (imei: string): string => imei.slice(0, 8);

/**
 * The model of a TAC, learned from sales that were completed; no list of the manufacturers is free.
 *
 * @returns undefined if it is not known.
 */
export async function findLearnedModel(
  db: Executor,
  tac: string,
): Promise<{ id: number; slug: string; name: string } | undefined> {
  const { rows } = await db.execute<{ model_id: number; devices: number; sellers: number }>(sql`
    select model_id, count(distinct device_id)::int as devices,
      count(distinct seller_id)::int as sellers
    from (
      select p.model_id, n.device_id, p.seller_id
      from ${deviceNumbers} n
        join ${listingImeis} i on i.imei_hash = n.imei_hash
        join ${products} p on p.id = i.product_id and p.model_id is not null
        join ${orders} o on o.product_id = p.id and o.state = 'completed'
      where n.tac = ${tac} limit ${tacRules.sample}
    ) accepted
    group by model_id order by devices desc`);
  const all = rows.reduce((sum, { devices }) => sum + devices, 0);
  const [best] = rows;
  const isKnown =
    best &&
    best.devices >= tacRules.minDevices &&
    best.sellers >= tacRules.minSellers &&
    best.devices >= all * tacRules.minShare;
  if (!isKnown) return undefined;
  const [model] = await db
    .select({ id: models.id, slug: models.slug, name: models.name })
    .from(models)
    .where(eq(models.id, best.model_id));
  return model;
}
