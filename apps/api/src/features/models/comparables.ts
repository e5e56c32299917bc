import { type ComparableSale, comparableDays, estimateFromCurve } from '@redial/contract';
import { inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { models, orders, sales } from '../../db/schema/index.ts';
import type { StoredModel } from './queries.ts';

/** More sales of a model do not make its estimate better. */
const maxComparables = 200;
/** Of so many sales, the newest of a model, each is compared with who bought and who sold. */
const maxExamined = 1000;
/**
 * Sales of one buyer and of one seller that count for a model, so that nobody decides alone what it is
 * worth: an estimate needs `minComparables` sales, of which one seller has less than half.
 */
const maxOfBuyer = 1;
const maxOfSeller = 2;
/**
 * How many times more or less than the curve says a phone may have cost to count. Other prices are
 * agreed between accounts that want to change the estimates: a sale for one dollar costs them five
 * cents. Without a launch price there is nothing to compare with, and all sales count.
 */
const plausibleFactor = 4;

/**
 * Reads the recent completed sales of models, newest first, at a plausible price; of one buyer and of one
 * seller only the newest few. Rows without an order have neither.
 *
 * @returns sales by the model's id; none for a model without sales.
 */
export async function findComparables(
  db: Executor,
  of: readonly StoredModel[],
  today: Date,
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
      select * from (
        select *, row_number() over (partition by seller order by sold_on desc, id) as of_seller
        from (
          select recent.*, coalesce(o.seller_id, recent.id) as seller,
            row_number() over (partition by coalesce(o.buyer_id, recent.id)
              order by recent.sold_on desc, recent.id) as of_buyer
          from (
            select * from ${sales} where ${sales.modelId} = ${models.id}
              and ${sales.soldOn} between ${toDay(since)}::date and ${toDay(today)}::date
            order by ${sales.soldOn} desc limit ${maxExamined}
          ) recent left join ${orders} o on o.id = recent.order_id
        ) bought where of_buyer <= ${maxOfBuyer}
      ) sold where of_seller <= ${maxOfSeller}
      order by sold_on desc limit ${maxComparables}
    ) each
    where ${inArray(
      models.id,
      of.map(({ id }) => id),
    )}`);
  const byModel = Map.groupBy(rows, ({ model }) => model);
  return new Map(
    of.map((model) => [
      model.id,
      (byModel.get(model.id) ?? [])
        .map((row) => ({
          storageGb: row.storage ?? undefined,
          condition: row.condition,
          batteryHealthPct: row.battery ?? undefined,
          carrierLocked: row.locked,
          boxAndReceipt: row.box,
          priceCents: Number(row.cents),
        }))
        .filter((sale) => isPlausible(model, sale, today)),
    ]),
  );
}

function isPlausible(model: StoredModel, sale: ComparableSale, today: Date): boolean {
  const curve = estimateFromCurve(model, sale, today);
  if (!curve) return true;
  const ratio = sale.priceCents / curve.expectedCents;
  return ratio >= 1 / plausibleFactor && ratio <= plausibleFactor;
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
