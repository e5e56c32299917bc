import { maxExactCount } from '@redial/contract';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { matchesFilters, type ProductFilters } from './product-filters.ts';
import type { SearchMatch } from './resolve-search.ts';

/**
 * How many products a list has in all; nothing where there are more than are counted.
 *
 * @param search what the words that are searched for find
 */
export async function countProducts(
  db: Database,
  filters: ProductFilters,
  search: SearchMatch = {},
): Promise<number | undefined> {
  if (hasPrecomputedCount(filters, search)) return selectCount(db, precomputedCount(filters));
  const wholeCatalogue = precomputedCount({ query: {} });
  const n = await selectCount(
    db,
    search.searchesText
      ? sql`(case when ${wholeCatalogue} <= ${maxTextSearched}::int then ${liveCount(filters, search)} else ${maxExactCount + 1}::int end)`
      : liveCount(filters, search),
  );
  return n > maxExactCount ? undefined : n;
}

/** Products that are few enough to read all their descriptions for a count. */
const maxTextSearched = 20_000;

async function selectCount(db: Database, value: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${value} as n`);
  return rows[0]?.n ?? 0;
}

/** By brand, condition, year and so on, products are counted as they come and go. */
export function hasPrecomputedCount({ query }: ProductFilters, found: SearchMatch): boolean {
  const { minPrice, maxPrice, verified } = query;
  return !found.where && minPrice === undefined && maxPrice === undefined && !verified;
}

const liveCount = (filters: ProductFilters, { where }: SearchMatch): SQL =>
  sql`(select count(*)::int from (
    select from ${products} where ${and(matchesFilters(filters), where)} limit ${maxExactCount + 1}
  ) each)`;

/** The sum of the rows that triggers keep, see migration 0003. */
function precomputedCount({ query, category, advertised }: ProductFilters): SQL {
  const { brand, condition, minYear, available } = query;
  const where = and(
    category && sql`category = ${category}`,
    advertised && sql`advertised`,
    brand && sql`category = ${brand}`,
    condition && sql`condition = ${condition}`,
    minYear === undefined ? undefined : sql`purchase_year >= ${minYear}`,
    available ? sql`status = 'Available'` : undefined,
  );
  return sql`(select coalesce(sum(n), 0)::int from product_counts where ${where ?? sql`true`})`;
}

/**
 * Folds the rows of each kind into one. What is added meanwhile is left for the next time, and
 * readers see the same sums before and after.
 *
 * @returns how many rows were folded.
 */
export async function compactCounts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with many as (select count(*) > ${compactionThreshold} as are from product_counts),
    old as (delete from product_counts where (select are from many) returning *),
    new as (
      insert into product_counts
        select category, condition, purchase_year, status, advertised, sum(n)
        from old group by 1, 2, 3, 4, 5 having sum(n) <> 0
    )
    select count(*)::int as folded from old`);
  return rows[0]?.folded ?? 0;
}

/** Rows that are few enough to add up at each count. */
const compactionThreshold = 2000;
