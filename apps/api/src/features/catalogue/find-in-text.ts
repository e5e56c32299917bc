import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import { isListed } from './product-filters.ts';

/** Newest products that are read for words, and how many of them have a frequent one. */
const newestRead = 1000;
const frequent = 20;
/** Products that are named by their ids. */
const maxFound = 1000;

/** Queries of frequent words, which many searches share: what few products have is looked up each time. */
const known = new WeakMap<Executor, LRUCache<string, true>>();
/** Milliseconds. Which way a word is searched changes how long that takes, not what is found. */
const rememberedMs = 10 * 60_000;
const maxRemembered = 1000;

/**
 * Finds the listed products that have words in their name or description. The planner estimates a word
 * that it has no statistics of as frequent, and would scan the catalogue for it; and the full-text index
 * reads all products that have a frequent one. So the newest products tell which it is.
 *
 * @param query a `tsquery`.
 * @returns their ids, or undefined where they are many.
 */
export async function findInText(db: Executor, query: string): Promise<string[] | undefined> {
  const frequentQueries =
    known.get(db) ?? new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs });
  known.set(db, frequentQueries);
  if (frequentQueries.has(query)) return undefined;
  const words = sql`to_tsquery('simple', ${query})`;
  const { rows } = await db.execute<{ ids: string[] | null }>(sql`
    select case when not exists (
      select from (
        select search from ${products} where ${isListed}
        order by posted_at desc, ${products.id} desc limit ${newestRead}::int
      ) newest where search @@ ${words} offset ${frequent - 1}::int
    ) then array(select products_matching_text(${words}, ${maxFound + 1}::int)) end as ids`);
  const ids = rows[0]?.ids;
  if (ids && ids.length <= maxFound) return ids;
  frequentQueries.set(query, true);
  return undefined;
}
