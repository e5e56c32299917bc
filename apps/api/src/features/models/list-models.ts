import {
  type Category,
  type ComparableSale,
  costPeriodMonths,
  costPerMonthCents,
  forecastPrice,
  type ModelSummary,
  maxExactCount,
  maxModelSuggestions,
  toDollars,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { models, products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { findComparables } from './comparables.ts';
import { estimateModel } from './estimate-price.ts';
import { findModels, type StoredModel } from './queries.ts';
import { suggestModels } from './suggest-models.ts';

/** The phone that stands for its model in lists: in good condition, with the smallest storage. */
export const typicalPhone = { condition: 'good' } as const;

/** Lists the models, or those that a partial name may mean, each with its market. */
export async function listModels(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: User | undefined,
  { q, category }: { q?: string; category?: Category },
): Promise<ModelSummary[]> {
  const all = (await findModels(db)).filter(
    (model) => category === undefined || model.category === category,
  );
  const found = q === undefined ? all : suggestModels(all, q, maxModelSuggestions);
  const today = clock.now();
  const [offers, sales] = await Promise.all([findOffers(db), findComparables(db, found, today)]);
  return found.map((model) =>
    summarizeModel(model, offers.get(model.id), sales.get(model.id) ?? [], today),
  );
}

export interface ModelOffers {
  readonly count: number;
  readonly fromCents: number;
}

/**
 * Counts the phones on offer per model, up to `maxExactCount + 1`, and reads the lowest price. The cost
 * does not depend on the size of the catalogue.
 */
export async function findOffers(
  db: Executor,
  modelId?: number,
): Promise<ReadonlyMap<number, ModelOffers>> {
  const { rows } = await db.execute<{ model: number; n: number; cents: string }>(sql`
    select ${models.id} as model, count(*)::int as n, min(each.cents) as cents
    from ${models} cross join lateral (
      select resale_price_cents as cents from ${products}
      where ${products.listed} and ${products.modelId} = ${models.id}
      order by resale_price_cents limit ${maxExactCount + 1}
    ) each
    ${modelId === undefined ? sql`` : sql`where ${models.id} = ${modelId}`}
    group by 1`);
  return new Map(
    rows.map(({ model, n, cents }) => [model, { count: n, fromCents: Number(cents) }]),
  );
}

export function summarizeModel(
  { id: _, ...model }: StoredModel,
  offers: ModelOffers | undefined,
  sales: readonly ComparableSale[],
  today: Date,
): ModelSummary {
  const estimate = estimateModel({ id: 0, ...model }, typicalPhone, sales, today);
  const later = estimate && forecastPrice(model, typicalPhone, estimate, today, costPeriodMonths);
  return {
    ...model,
    offers: offers?.count ?? 0,
    ...(offers ? { fromPrice: toDollars(offers.fromCents) } : {}),
    ...(estimate && later
      ? {
          estimate: toDollars(estimate.expectedCents),
          costPerMonth: toDollars(costPerMonthCents(estimate.expectedCents, later.expectedCents)),
        }
      : {}),
  };
}
