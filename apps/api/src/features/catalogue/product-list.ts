import type { SortOption } from '@redial/contract';
import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { catalogueRevisions, models, products, users } from '../../db/schema/index.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import { countProducts } from './product-counts.ts';
import type { ProductFilters } from './product-filters.ts';
import { type ProductRow, productColumns } from './product-presenter.ts';
import {
  matchesSearch,
  type ProductSearch,
  resolveSearch,
  type TextMatch,
} from './resolve-search.ts';

/** Which products a list has, in which order, and after which cursor. */
export interface ProductListQuery extends ProductFilters {
  readonly q?: string;
  readonly sort?: SortOption;
  readonly after?: string;
}

export interface ProductPage {
  readonly rows: ProductRow[];
  /** The cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Reads one page of a list.
 *
 * @returns the page, and how many products the list has (undefined where there are very many).
 * @throws Problem `request.invalid` where the cursor is not one of this list.
 */
export async function getProductPage(
  db: Database,
  { q, sort: givenSort, after, ...filters }: ProductListQuery,
  limit: number,
): Promise<ProductPage & { total: number | undefined }> {
  const sort = effectiveSort(givenSort, q, filters);
  const search = await resolveSearch(db, q, filters);
  const page = await queryPage(db, search, { sort, after, limit });
  const isWholeList = after === undefined && page.next === undefined;
  return { ...page, total: isWholeList ? page.rows.length : await countProducts(db, search) };
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
  db: Database,
  { q, sort: givenSort, after, ...filters }: ProductListQuery,
): AsyncGenerator<ProductRow[]> {
  const sort = effectiveSort(givenSort, q, filters);
  const search = await resolveSearch(db, q, filters);
  let cursor = after;
  do {
    const page = await queryPage(db, search, { sort, after: cursor, limit: batchSize });
    yield page.rows;
    cursor = page.next;
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

/** Keyset pagination: reads the page after the cursor in the given order. */
async function queryPage(
  db: Database,
  search: ProductSearch,
  { sort, after, limit }: { sort: SortOption; after: string | undefined; limit: number },
): Promise<ProductPage> {
  const cursor = after === undefined ? undefined : decodeCursor(after, sort);
  const sortSpec = sortSpecOf(sort, search.filters);
  const rows: (ProductRow & { tier: number })[] = [];
  for (const { tier, condition } of relevanceTiers(sort, search.match)) {
    if (rows.length > limit || (cursor?.tier ?? 0) > tier) continue;
    const part = await selectRows(
      db,
      and(
        matchesSearch(search),
        condition,
        cursor?.tier === tier ? sortSpec.after(cursor) : undefined,
      ),
      sortSpec.orderBy,
      limit + 1 - rows.length,
    );
    rows.push(...part.map((row) => ({ ...row, tier })));
  }
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return { rows: pageRows, next: hasNext ? cursorAfter(sort, sortSpec, last) : undefined };
}

/**
 * By relevance, products of the model that was searched for come first, then those that match by name,
 * then those that match by description; each tier newest first.
 */
function relevanceTiers(
  sort: SortOption,
  { bestMatch, nameMatch }: TextMatch,
): { tier: number; condition: SQL | undefined }[] {
  if (sort !== 'relevance') return [{ tier: 0, condition: undefined }];
  const conditions = [
    ...(bestMatch ? [bestMatch] : []),
    and(nameMatch, bestMatch && not(bestMatch)),
    ...(nameMatch ? [not(nameMatch)] : []),
  ];
  return conditions.map((condition, tier) => ({ tier, condition }));
}

/** Picks the ids by an index-only scan where there is one, then reads the rows of these ids. */
async function selectRows(
  db: Database,
  where: SQL | undefined,
  orderBy: readonly SQL[],
  limit: number,
): Promise<ProductRow[]> {
  const picked = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .as('picked');
  return db
    .select(productColumns)
    .from(picked)
    .innerJoin(products, eq(products.id, picked.id))
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .orderBy(...orderBy);
}

interface SortSpec {
  readonly orderBy: SQL[];
  /** SQL condition: the product comes after the cursor in this order. */
  readonly after: (cursor: Cursor) => SQL;
  /** The value of a cursor at this product. */
  readonly valueOf: (row: Omit<ProductRow, 'id'>) => string | number;
}

const newest: SortSpec = {
  orderBy: [desc(products.postedAt), desc(products.id)],
  after: ({ value, id }) =>
    sql`(${products.postedAt}, ${products.id}) < (${value}::timestamptz, ${id}::uuid)`,
  valueOf: ({ postedAt }) => postedAt.toISOString(),
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
    valueOf: ({ resalePriceCents }) => resalePriceCents,
  },
  '-price': {
    orderBy: [desc(products.resalePriceCents), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) < (${value}::bigint, ${id}::uuid)`,
    valueOf: ({ resalePriceCents }) => resalePriceCents,
  },
  'cost-per-month': {
    orderBy: [asc(cost), asc(products.id)],
    after: ({ value, id }) => sql`(${cost}, ${products.id}) > (${value}::integer, ${id}::uuid)`,
    valueOf: ({ costPerMonthCents }) => costPerMonthCents ?? unknownCost,
  },
  updates: {
    orderBy: [desc(updatesRank), desc(products.id)],
    after: ({ value, id }) => sql`(${updatesRank}, ${products.id}) < (${value}::date, ${id}::uuid)`,
    valueOf: ({ updatesRank }) => updatesRank ?? '-infinity',
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
    valueOf: ({ placeId }) => (placeId === null ? 0 : placeIds.indexOf(placeId) + 1),
  };
}

function cursorAfter(
  sort: SortOption,
  sortSpec: SortSpec,
  { id, tier, ...row }: ProductRow & { tier: number },
): string {
  return encodeCursor({ sort, value: sortSpec.valueOf(row), id, tier });
}
