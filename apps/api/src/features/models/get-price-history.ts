import {
  type Condition,
  conditions,
  type MonthlySales,
  priceHistoryMonths,
  toDollars,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { sales } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { requireModel } from './queries.ts';

/**
 * Reads the prices of a model's completed sales by month, oldest first; months without a sale are
 * left out.
 *
 * @returns the prices, and the id of the model.
 * @throws Problem `model.not-found`
 */
export async function getPriceHistory(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: User | undefined,
  { slug }: { slug: string },
): Promise<{ history: MonthlySales[]; modelId: number }> {
  const model = await requireModel(db, slug);
  const { rows } = await db.execute<{
    month: string;
    condition: Condition | null;
    n: number;
    cents: number;
  }>(sql`
    select to_char(${sales.soldOn}, 'YYYY-MM') as month, ${sales.condition} as condition,
      count(*)::int as n, percentile_cont(0.5) within group (order by ${sales.priceCents}) as cents
    from ${sales}
    where ${sales.modelId} = ${model.id} and ${sales.soldOn} >= date_trunc('month',
      ${clock.now().toISOString()}::date - make_interval(months => ${priceHistoryMonths - 1}))
    group by grouping sets ((1, 2), (1)) order by 1`);
  const wholeCents = (cents: number) => toDollars(Math.round(cents));
  const history = [...Map.groupBy(rows, ({ month }) => month)].flatMap(([month, each]) => {
    const all = each.find(({ condition }) => condition === null);
    if (!all) return [];
    const byCondition = Object.fromEntries(
      conditions.flatMap((condition) => {
        const row = each.find((one) => one.condition === condition);
        return row ? [[condition, wholeCents(row.cents)]] : [];
      }),
    );
    return [{ month, sales: all.n, median: wholeCents(all.cents), byCondition }];
  });
  return { history, modelId: model.id };
}
