import { conditionsOf, maxExactCount } from '@redial/contract';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { productCounts, products } from '../../db/schema/index.ts';
import type { ProductFilters } from './product-filters.ts';
import { matchesSearch, maxTextSearched, type ProductSearch } from './resolve-search.ts';

/**
 * Counts the products of a list.
 *
 * @returns undefined where there are more than `maxExactCount` and no precomputed count exists.
 */
export async function countProducts(
  db: Database,
  search: ProductSearch,
): Promise<number | undefined> {
  if (hasPrecomputedCount(search)) return selectCount(db, precomputedCount(search.filters));
  const count = search.match.searchesText
    ? sql`(case when ${precomputedCount({})} <= ${maxTextSearched}::int then ${liveCount(search)} else ${maxExactCount + 1}::int end)`
    : liveCount(search);
  const n = await selectCount(db, count);
  return n > maxExactCount ? undefined : n;
}

async function selectCount(db: Database, value: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${value} as n`);
  return rows[0]?.n ?? 0;
}

/** Triggers keep counts by brand, condition, year, status and advertising (migration 0003). */
export function hasPrecomputedCount({ filters, match }: ProductSearch): boolean {
  const { minPrice, maxPrice, model, storage, colour, supportedOn, priceLabel } = filters;
  const { country, placeIds, verified } = filters;
  const others = [match.where, minPrice, maxPrice, model, storage, colour, supportedOn, priceLabel];
  return [...others, country, placeIds].every((filter) => filter === undefined) && !verified;
}

/**
 * Of a model, products are counted in the order of its indices: else all of them, some ten thousand of a
 * million, are looked up before the first one is counted (measured: 4.6 and 1.6 ms of a model and storage).
 */
function liveCount(search: ProductSearch): SQL {
  const { filters, match } = search;
  const isOfModel = filters.model !== undefined && match.where === undefined;
  const order = sql`order by ${products.postedAt} desc, ${products.id} desc`;
  return sql`(select count(*)::int from (
    select from ${products} where ${matchesSearch(search)} ${isOfModel ? order : sql``}
    limit ${maxExactCount + 1}
  ) each)`;
}

function precomputedCount(filters: ProductFilters): SQL {
  const { category, advertised, brand, condition, minYear, available } = filters;
  const where = and(
    category && sql`category = ${category}`,
    advertised && sql`advertised`,
    brand && sql`category = ${brand}`,
    condition && inArray(productCounts.condition, [...conditionsOf(condition)]),
    minYear === undefined ? undefined : sql`purchase_year >= ${minYear}`,
    available ? sql`status = 'Available'` : undefined,
  );
  return sql`(select coalesce(sum(n), 0)::int from ${productCounts} where ${where ?? sql`true`})`;
}

/**
 * Merges the counter rows of each group into one. Rows added concurrently are left for the next run,
 * and readers see the same sums before and after.
 *
 * @returns how many rows were merged.
 */
export async function compactCounts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ merged: number }>(sql`
    with many as (select count(*) > ${compactionThreshold} as are from ${productCounts}),
    old as (delete from ${productCounts} where (select are from many) returning *),
    new as (
      insert into ${productCounts}
        select category, condition, purchase_year, status, advertised, sum(n)
        from old group by 1, 2, 3, 4, 5 having sum(n) <> 0
    )
    select count(*)::int as merged from old`);
  return rows[0]?.merged ?? 0;
}

/** Up to this many rows, adding them up at each count is cheap. */
const compactionThreshold = 2000;
