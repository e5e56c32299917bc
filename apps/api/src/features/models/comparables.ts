import { type ComparableSale, comparableDays } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { models, sales } from '../../db/schema/index.ts';

/** More sales of a model do not make its estimate better. */
const maxComparables = 200;

/**
 * Reads the recent completed sales of each model, newest first.
 *
 * @param modelId only of this model.
 * @returns sales by the model's id; none for a model without sales.
 */
export async function findComparables(
  db: Executor,
  today: Date,
  modelId?: number,
): Promise<ReadonlyMap<number, ComparableSale[]>> {
  const since = new Date(today.getTime() - comparableDays * 86_400_000);
  const { rows } = await db.execute<{
    model: number;
    storage: number | null;
    condition: ComparableSale['condition'];
    battery: number | null;
    locked: boolean;
    box: boolean;
    cents: string;
  }>(sql`
    select each.model_id as model, storage_gb as storage, condition, battery_health_pct as battery,
      carrier_locked as locked, box_and_receipt as box, price_cents as cents
    from ${models} cross join lateral (
      select * from ${sales} where ${sales.modelId} = ${models.id}
        and ${sales.soldOn} between ${toDay(since)}::date and ${toDay(today)}::date
      order by ${sales.soldOn} desc limit ${maxComparables}
    ) each
    ${modelId === undefined ? sql`` : sql`where ${models.id} = ${modelId}`}`);
  const byModel = Map.groupBy(rows, ({ model }) => model);
  return new Map(
    [...byModel].map(([model, each]) => [
      model,
      each.map((row) => ({
        storageGb: row.storage ?? undefined,
        condition: row.condition,
        batteryHealthPct: row.battery ?? undefined,
        carrierLocked: row.locked,
        boxAndReceipt: row.box,
        priceCents: Number(row.cents),
      })),
    ]),
  );
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
