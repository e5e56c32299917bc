import type { ProductQuery, SortOption } from '@redial/contract';
import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products, users } from '../../db/schema/index.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import { countProducts } from './product-counts.ts';
import { matchesFilters, type ProductFilters } from './product-filters.ts';
import { type ProductRow, productColumns } from './product-presenter.ts';
import { resolveSearch, type SearchMatch } from './resolve-search.ts';

/** Which products a list is of, and in which order. */
export interface ProductListQuery extends Omit<ProductFilters, 'query'> {
  readonly query: Omit<ProductQuery, 'limit'>;
}

export interface ProductPage {
  readonly rows: ProductRow[];
  /** The cursor of the next page, where there is one. */
  readonly next: string | undefined;
}

/** One page of a list, and how many products it has in all (unknown where there are very many). */
export async function getProductPage(
  db: Database,
  listing: ProductListQuery,
  limit: number,
): Promise<ProductPage & { total: number | undefined }> {
  const found = await resolveSearch(db, listing.query.q);
  const page = await queryPage(db, listing, found, limit);
  const whole = listing.query.after === undefined && page.next === undefined;
  return { ...page, total: whole ? page.rows.length : await countProducts(db, listing, found) };
}

/** Products read at a time where a whole list is streamed: few enough that others get their turn. */
const batchSize = 100;

/**
 * Every product of a list, in batches: memory stays the same however many there are, and no database
 * connection waits for a slow reader.
 */
export async function* streamBatches(
  db: Database,
  listing: ProductListQuery,
): AsyncGenerator<ProductRow[]> {
  const found = await resolveSearch(db, listing.query.q);
  let after = listing.query.after;
  do {
    const query = after === undefined ? listing.query : { ...listing.query, after };
    const page = await queryPage(db, { ...listing, query }, found, batchSize);
    yield page.rows;
    after = page.next;
  } while (after !== undefined);
}

/**
 * Names what a reader of the database sees now: two equal answers mean that nothing was committed in
 * between.
 */
export async function getSnapshot(db: Database): Promise<string> {
  const { rows } = await db.execute<{ snapshot: string }>(
    sql`select pg_current_snapshot()::text as snapshot`,
  );
  return rows[0]?.snapshot ?? '';
}

/** One page of a list, in its order, after its cursor. */
async function queryPage(
  db: Database,
  listing: ProductListQuery,
  found: SearchMatch,
  limit: number,
): Promise<ProductPage> {
  const { query } = listing;
  const sort = query.sort ?? (query.q ? 'relevance' : 'newest');
  const after = query.after === undefined ? undefined : decodeCursor(query.after, sort);
  const where = and(matchesFilters(listing), found.where);
  const rows: (ProductRow & { tier: number })[] = [];
  for (const { tier, among } of relevanceTiers(sort, found)) {
    if (rows.length > limit || (after?.tier ?? 0) > tier) continue;
    const order = sortSpecs[sort];
    const behind = after?.tier === tier ? order.after(after) : undefined;
    const part = await selectRows(
      db,
      and(where, among, behind),
      order.orderBy,
      limit + 1 - rows.length,
    );
    rows.push(...part.map((row) => ({ ...row, tier })));
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: shown, next: more ? cursorAfter(sort, last) : undefined };
}

/** By relevance, those of the model that was asked for come before the others; both newest first. */
function relevanceTiers(
  sort: SortOption,
  { bestMatch }: SearchMatch,
): { tier: 0 | 1; among?: SQL }[] {
  if (sort !== 'relevance' || !bestMatch) return [{ tier: 0 }];
  return [
    { tier: 0, among: bestMatch },
    { tier: 1, among: not(bestMatch) },
  ];
}

/** Picks the products by an index alone where there is one, and reads of the picked ones the rest. */
async function selectRows(
  db: Database,
  where: SQL | undefined,
  by: readonly SQL[],
  limit: number,
): Promise<ProductRow[]> {
  const picked = db
    .select({ id: products.id })
    .from(products)
    .where(where)
    .orderBy(...by)
    .limit(limit)
    .as('picked');
  return db
    .select(productColumns)
    .from(picked)
    .innerJoin(products, eq(products.id, picked.id))
    .innerJoin(users, eq(users.id, products.sellerId))
    .orderBy(...by);
}

interface SortSpec {
  readonly orderBy: SQL[];
  readonly after: (cursor: Cursor) => SQL;
}

const newest: SortSpec = {
  orderBy: [desc(products.postedAt), desc(products.id)],
  after: ({ value, id }) =>
    sql`(${products.postedAt}, ${products.id}) < (${value}::timestamptz, ${id}::uuid)`,
};

const sortSpecs: Record<SortOption, SortSpec> = {
  newest,
  relevance: newest,
  price: {
    orderBy: [asc(products.resalePriceCents), asc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) > (${value}::bigint, ${id}::uuid)`,
  },
  '-price': {
    orderBy: [desc(products.resalePriceCents), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) < (${value}::bigint, ${id}::uuid)`,
  },
};

function cursorAfter(
  sort: SortOption,
  { id, tier, ...row }: ProductRow & { tier: number },
): string {
  const byTime = sort === 'newest' || sort === 'relevance';
  const value = byTime ? row.postedAt.toISOString() : row.resalePriceCents;
  return encodeCursor({ sort, value, id, tier });
}
