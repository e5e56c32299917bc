import type { SortOption } from '@redial/contract';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/client.ts';
import { catalogueRevisions, products } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import {
  type ListedProduct,
  type ListedProductDeps,
  readListedProducts,
  recallListedProducts,
} from './listed-products.ts';
import { countProducts } from './product-counts.ts';
import { matchesFilters, type ProductFilters, type ProductListQuery } from './product-filters.ts';
import { hasTitle, type MatchTier, type ProductSearch, resolveSearch } from './resolve-search.ts';

interface ProductPage {
  readonly products: ListedProduct[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Reads one page of a list.
 *
 * @param input `revision`: one that what is read from the database has.
 * @returns the page, and how many products the list has (undefined where there are very many).
 * @throws Problem `request.invalid` where the cursor is not one of this list.
 */
export async function getProductPage(
  deps: ListedProductDeps,
  _actor: User | undefined,
  {
    query,
    limit,
    revision,
  }: { query: ProductListQuery; limit: number; revision?: number | undefined },
): Promise<ProductPage & { total: number | undefined }> {
  const { db } = deps;
  const { q, sort: givenSort, after, ...filters } = query;
  const sort = effectiveSort(givenSort, q, filters);
  const search = await resolveSearch(db, q, filters);
  const { ids, next } = await pickPage(db, search, { sort, after, limit });
  const isWholeList = after === undefined && next === undefined;
  const [listed, total] = await Promise.all([
    recallListedProducts(deps, ids, revision),
    isWholeList ? ids.length : countProducts(db, search),
  ]);
  return { products: listed, next, total };
}

/** Products read at a time for a streamed list: few enough that other queries get their turn. */
const batchSize = 100;

/**
 * Reads every product of a list in batches. Memory use does not depend on the list's length, and a
 * slow client holds no database connection.
 *
 * @throws Problem `request.invalid` where the cursor is not one of this list.
 */
export async function* streamBatches(
  deps: ListedProductDeps,
  _actor: User | undefined,
  { q, sort: givenSort, after, ...filters }: ProductListQuery,
): AsyncGenerator<ListedProduct[]> {
  const sort = effectiveSort(givenSort, q, filters);
  const search = await resolveSearch(deps.db, q, filters);
  let cursor = after;
  do {
    const { ids, next } = await pickPage(deps.db, search, {
      sort,
      after: cursor,
      limit: batchSize,
    });
    yield await readListedProducts(deps, ids);
    cursor = next;
  } while (cursor !== undefined);
}

/** The catalogue revision: equal results mean that no public data was changed between. */
export async function getCatalogueRevision(db: Database): Promise<string> {
  const [row] = await db
    .select({ revision: sql<string>`coalesce(sum(${catalogueRevisions.n}), 0)::text` })
    .from(catalogueRevisions);
  return row?.revision ?? '0';
}

/** Only phones around a place have a distance. */
function effectiveSort(
  sort: SortOption | undefined,
  q: string | undefined,
  { placeIds }: ProductFilters,
): SortOption {
  if (sort === 'distance' && !placeIds) return 'newest';
  return sort ?? (q ? 'relevance' : 'newest');
}

/**
 * Keyset pagination: picks the products of the page after the cursor in the given order, by an index-only
 * scan where there is one.
 */
async function pickPage(
  db: Database,
  search: ProductSearch,
  { sort, after, limit }: { sort: SortOption; after: string | undefined; limit: number },
): Promise<{ ids: string[]; next: string | undefined }> {
  const cursor = after === undefined ? undefined : decodeCursor(after, sort);
  const sortSpec = sortSpecOf(sort, search.filters);
  const picked: Position[] = [];
  for (const [tier, match] of tiersOf(search, sort).entries()) {
    if (picked.length > limit || (cursor?.tier ?? 0) > tier) continue;
    const part = await pickFrom(db, match, {
      where: and(
        matchesFilters(search.filters),
        cursor?.tier === tier ? sortSpec.after(cursor) : undefined,
      ),
      sortSpec,
      limit: limit + 1 - picked.length,
    });
    picked.push(...part.map((one) => ({ ...one, tier })));
  }
  const page = picked.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.map(({ id }) => id),
    next: picked.length > limit && last ? cursorAfter(sort, last) : undefined,
  };
}

/** By relevance, each tier of the matches is sorted by itself; else they all are. */
const tiersOf = ({ match }: ProductSearch, sort: SortOption): readonly MatchTier[] =>
  (sort === 'relevance' && match.tiers) || [{ where: match.where }];

/** Picks the first products of a tier. */
async function pickFrom(
  db: Database,
  { titles, ...tier }: MatchTier,
  { where, sortSpec, limit }: { where: SQL | undefined; sortSpec: SortSpec; limit: number },
): Promise<Omit<Position, 'tier'>[]> {
  const matching = and(where, tier.where);
  if (titles && titles.length <= maxMergedTitles && sortSpec === newest)
    return mergeNewest(db, titles, matching, limit);
  return db
    .select({ id: products.id, value: sortSpec.value })
    .from(products)
    .where(and(matching, titles && hasTitle(titles)))
    .orderBy(...sortSpec.orderBy)
    .limit(limit);
}

/** Titles whose newest products are merged: of more, scanning all newest products costs less. */
const maxMergedTitles = 16;

/** Reads no more than the newest products of each title, of which there may be thousands. */
function mergeNewest(
  db: Database,
  titles: readonly string[],
  where: SQL | undefined,
  limit: number,
): Promise<{ id: string; value: Date }[]> {
  const ofTitle = db
    .select({ id: products.id, value: products.postedAt })
    .from(products)
    .where(and(where, eq(products.titleId, sql`title.id`)))
    .orderBy(...newest.orderBy)
    .limit(limit)
    .as('of_title');
  return db
    .select({ id: ofTitle.id, value: ofTitle.value })
    .from(sql`unnest(${`{${titles.join(',')}}`}::bigint[]) title (id)`)
    .crossJoinLateral(ofTitle)
    .orderBy(desc(ofTitle.value), desc(ofTitle.id))
    .limit(limit);
}

/** Where a product stands in a list. */
interface Position {
  readonly id: string;
  readonly tier: number;
  /** What the list is sorted by. */
  readonly value: unknown;
}

interface SortSpec {
  readonly orderBy: SQL[];
  /** SQL condition: the product comes after the cursor in this order. */
  readonly after: (cursor: Cursor) => SQL;
  readonly value: AnyPgColumn | SQL;
}

const newest: SortSpec = {
  orderBy: [desc(products.postedAt), desc(products.id)],
  after: ({ value, id }) =>
    sql`(${products.postedAt}, ${products.id}) < (${value}::timestamptz, ${id}::uuid)`,
  value: products.postedAt,
};

/** The greatest integer: phones whose cost is not known come last. */
const unknownCost = 2_147_483_647;
// The expressions of the indices.
const cost = sql`coalesce(${products.costPerMonthCents}, ${sql.raw(`${unknownCost}`)})`;
const updatesRank = sql`coalesce(${products.updatesUntil}, '-infinity')`;

const sortSpecs: Record<Exclude<SortOption, 'distance'>, SortSpec> = {
  newest,
  relevance: newest,
  price: {
    orderBy: [asc(products.resalePriceCents), asc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) > (${value}::bigint, ${id}::uuid)`,
    value: products.resalePriceCents,
  },
  '-price': {
    orderBy: [desc(products.resalePriceCents), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) < (${value}::bigint, ${id}::uuid)`,
    value: products.resalePriceCents,
  },
  'cost-per-month': {
    orderBy: [asc(cost), asc(products.id)],
    after: ({ value, id }) => sql`(${cost}, ${products.id}) > (${value}::integer, ${id}::uuid)`,
    value: cost,
  },
  updates: {
    orderBy: [desc(updatesRank), desc(products.id)],
    after: ({ value, id }) => sql`(${updatesRank}, ${products.id}) < (${value}::date, ${id}::uuid)`,
    value: updatesRank,
  },
};

const sortSpecOf = (sort: SortOption, { placeIds = [] }: ProductFilters): SortSpec =>
  sort === 'distance' ? byNearness(placeIds) : sortSpecs[sort];

/** In the order of the places, which are the only ones with products in the list. */
function byNearness(placeIds: readonly number[]): SortSpec {
  const rank = sql`array_position(${`{${placeIds.join(',')}}`}::integer[], ${products.placeId})`;
  return {
    orderBy: [asc(rank), asc(products.id)],
    after: ({ value, id }) => sql`(${rank}, ${products.id}) > (${value}::integer, ${id}::uuid)`,
    value: rank,
  };
}

function cursorAfter(sort: SortOption, { id, tier, value }: Position): string {
  const encoded = value instanceof Date ? value.toISOString() : (value as string | number);
  return encodeCursor({ sort, value: encoded, id, tier });
}
