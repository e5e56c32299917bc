import { exactCounts } from '@redial/contract';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Found } from './found.ts';
import { type Filters, meetsFilters } from './listed.ts';

/**
 * How many products a list has in all; nothing where there are more than are counted.
 *
 * @param found what the words that are searched for find
 */
export async function countList(
  db: Database,
  filters: Filters,
  found: Found = {},
): Promise<number | undefined> {
  if (isKept(filters, found)) return countOf(db, keptCount(filters));
  const wholeCatalogue = keptCount({ query: {} });
  const n = await countOf(
    db,
    found.inText
      ? sql`(case when ${wholeCatalogue} <= ${readable}::int then ${countNow(filters, found)} else ${exactCounts + 1}::int end)`
      : countNow(filters, found),
  );
  return n > exactCounts ? undefined : n;
}

/** Products that are few enough to read all their descriptions for a count. */
const readable = 20_000;

async function countOf(db: Database, value: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${value} as n`);
  return rows[0]?.n ?? 0;
}

/** By brand, condition, year and so on, products are counted as they come and go. */
export function isKept({ query }: Filters, found: Found): boolean {
  const { minPrice, maxPrice, verified } = query;
  return !found.where && minPrice === undefined && maxPrice === undefined && !verified;
}

const countNow = (filters: Filters, { where }: Found): SQL =>
  sql`(select count(*)::int from (
    select from ${products} where ${and(meetsFilters(filters), where)} limit ${exactCounts + 1}
  ) each)`;

/** The sum of the rows that triggers keep, see migration 0003. */
function keptCount({ query, category, advertised }: Filters): SQL {
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
export async function foldCounts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with many as (select count(*) > ${foldFrom} as are from product_counts),
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
const foldFrom = 2000;
