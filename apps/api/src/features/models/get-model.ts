import { forecastPrice, type ModelDetails, toDollars } from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { sales } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { findComparables } from './comparables.ts';
import { estimateModel } from './estimate-price.ts';
import { findOffers, summarizeModel, typicalPhone } from './list-models.ts';
import { requireModel } from './queries.ts';

/** Months ahead for which a model page shows a forecast. */
const forecastMonths = [12, 24];

/**
 * Reads a model and its market.
 *
 * @throws Problem `model.not-found`
 */
export async function getModel(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: User | undefined,
  { slug }: { slug: string },
): Promise<ModelDetails> {
  const model = await requireModel(db, slug);
  const today = clock.now();
  const [offers, comparables, daysToSell] = await Promise.all([
    findOffers(db, model.id),
    findComparables(db, [model], today),
    medianDaysToSell(db, model.id, today),
  ]);
  const sold = comparables.get(model.id) ?? [];
  const estimate = estimateModel(model, typicalPhone, sold, today);
  return {
    ...summarizeModel(model, offers.get(model.id), sold, today),
    ...(estimate ? { band: toBand(estimate) } : {}),
    forecast: estimate
      ? forecastMonths.map((months) => ({
          months,
          ...toBand(forecastPrice(model, typicalPhone, estimate, today, months)),
        }))
      : [],
    ...(daysToSell === undefined ? {} : { medianDaysToSell: daysToSell }),
  };
}

const toBand = (estimate: { lowCents: number; expectedCents: number; highCents: number }) => ({
  low: toDollars(estimate.lowCents),
  expected: toDollars(estimate.expectedCents),
  high: toDollars(estimate.highCents),
});

/** How long the phones sold in the last half year had been listed; undefined without a sale. */
async function medianDaysToSell(
  db: Executor,
  modelId: number,
  today: Date,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ days: number | null }>(sql`
    select percentile_cont(0.5) within group (order by ${sales.daysListed}) as days from ${sales}
    where ${sales.modelId} = ${modelId}
      and ${sales.soldOn} > ${today.toISOString()}::date - 183`);
  const days = rows[0]?.days ?? undefined;
  return days === undefined ? undefined : Math.round(days);
}
