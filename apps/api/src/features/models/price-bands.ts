import {
  type ComparableSale,
  conditions,
  costPeriodMonths,
  forecastPrice,
  labelLimits,
  type PricedPhone,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { priceBands } from '../../db/schema/index.ts';
import { findComparables } from './comparables.ts';
import { estimateModel } from './estimate-price.ts';
import { findModels, type StoredModel } from './queries.ts';

/** A row of the table, by the names of its columns. */
type PriceBand = Readonly<Record<string, number | string | boolean>>;

/** Health of a battery that lowers the price, and of one that does not. */
const batteries = [
  { weakBattery: true, batteryHealthPct: 79 },
  { weakBattery: false, batteryHealthPct: undefined },
];
const bools = [true, false];

/**
 * Computes the price bands of all models, one model at a time: together they take half a second of
 * computing, and other requests get their turn in between.
 */
export async function* computePriceBands(
  db: Executor,
  today: Date,
): AsyncGenerator<{ modelId: number; bands: PriceBand[] }> {
  const models = await findModels(db);
  const comparables = await findComparables(db, models, today);
  for (const model of models) {
    yield { modelId: model.id, bands: bandsOf(model, comparables.get(model.id) ?? [], today) };
  }
}

/** Empty for a model without a launch price and without sales. */
function bandsOf(model: StoredModel, sales: readonly ComparableSale[], today: Date): PriceBand[] {
  const sizes = model.storageGb.length > 0 ? model.storageGb : [0];
  return sizes.flatMap((storageGb, tier) =>
    conditions.flatMap((condition) =>
      batteries.flatMap(({ weakBattery, batteryHealthPct }) =>
        bools.flatMap((carrierLocked) =>
          bools.flatMap((boxAndReceipt) => {
            const phone: PricedPhone = {
              storageGb,
              condition,
              batteryHealthPct,
              carrierLocked,
              boxAndReceipt,
            };
            const estimate = estimateModel(model, phone, sales, today);
            if (!estimate) return [];
            const later = forecastPrice(model, phone, estimate, today, costPeriodMonths);
            const limits = labelLimits(estimate);
            return {
              model_id: model.id,
              storage_gb: tier === 0 ? 0 : storageGb,
              condition,
              weak_battery: weakBattery,
              carrier_locked: carrierLocked,
              box_and_receipt: boxAndReceipt,
              expected_cents: estimate.expectedCents,
              suspicious_below_cents: limits.suspiciousBelowCents,
              great_up_to_cents: limits.greatUpToCents,
              fair_up_to_cents: limits.fairUpToCents,
              later_cents: later.expectedCents,
            };
          }),
        ),
      ),
    ),
  );
}

/**
 * Stores the price bands of a model, and deletes those of sizes that it no longer has. Unchanged ones are
 * not written.
 */
export async function storePriceBands(
  db: Executor,
  modelId: number,
  bands: readonly PriceBand[],
): Promise<void> {
  await db.execute(sql`
    with fresh as (
      select * from jsonb_populate_recordset(null::price_bands, ${JSON.stringify(bands)}::jsonb)
    ), gone as (
      delete from ${priceBands} b where b.model_id = ${modelId}
        and not exists (select from fresh where fresh.storage_gb = b.storage_gb)
    )
    insert into ${priceBands}
      select * from fresh except select * from ${priceBands} where model_id = ${modelId}
    on conflict on constraint price_bands_key do update set
      expected_cents = excluded.expected_cents,
      suspicious_below_cents = excluded.suspicious_below_cents,
      great_up_to_cents = excluded.great_up_to_cents,
      fair_up_to_cents = excluded.fair_up_to_cents,
      later_cents = excluded.later_cents`);
}
