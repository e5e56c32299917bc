import type { ProductQuery, SortOrder } from '@redial/contract';
import { and, asc, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products, users } from '../../db/schema/index.ts';
import { countList } from './counts.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { type Found, find } from './found.ts';
import { type Filters, meetsFilters } from './listed.ts';
import { type ProductRow, productColumns } from './wire.ts';

/** Which products a list is of, and in which order. */
export interface Listing extends Omit<Filters, 'query'> {
  readonly query: Omit<ProductQuery, 'limit'>;
}

export interface Page {
  readonly rows: ProductRow[];
  /** The cursor of the next page, where there is one. */
  readonly next: string | undefined;
}

/** One page of a list, and how many products it has in all (unknown where there are very many). */
export async function readList(
  db: Database,
  listing: Listing,
  limit: number,
): Promise<Page & { total: number | undefined }> {
  const found = await find(db, listing.query.q);
  const page = await listPage(db, listing, found, limit);
  const whole = listing.query.after === undefined && page.next === undefined;
  return { ...page, total: whole ? page.rows.length : await countList(db, listing, found) };
}

/** Products read at a time where a whole list is streamed: few enough that others get their turn. */
const batch = 100;

/**
 * Every product of a list, in batches: memory stays the same however many there are, and no database
 * connection waits for a slow reader.
 */
export async function* eachBatch(db: Database, listing: Listing): AsyncGenerator<ProductRow[]> {
  const found = await find(db, listing.query.q);
  let after = listing.query.after;
  do {
    const query = after === undefined ? listing.query : { ...listing.query, after };
    const page = await listPage(db, { ...listing, query }, found, batch);
    yield page.rows;
    after = page.next;
  } while (after !== undefined);
}

/**
 * Names what a reader of the database sees now: two equal answers mean that nothing was committed in
 * between.
 */
export async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await db.execute<{ snapshot: string }>(
    sql`select pg_current_snapshot()::text as snapshot`,
  );
  return rows[0]?.snapshot ?? '';
}

/** One page of a list, in its order, after its cursor. */
async function listPage(
  db: Database,
  listing: Listing,
  found: Found,
  limit: number,
): Promise<Page> {
  const { query } = listing;
  const sort = query.sort ?? (query.q ? 'relevance' : 'newest');
  const after = query.after === undefined ? undefined : readCursor(query.after, sort);
  const where = and(meetsFilters(listing), found.where);
  const rows: (ProductRow & { tier: number })[] = [];
  for (const { tier, among } of tiersOf(sort, found)) {
    if (rows.length > limit || (after?.tier ?? 0) > tier) continue;
    const order = orders[sort];
    const behind = after?.tier === tier ? order.after(after) : undefined;
    const part = await readRows(db, and(where, among, behind), order.by, limit + 1 - rows.length);
    rows.push(...part.map((row) => ({ ...row, tier })));
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { rows: shown, next: more ? cursorAt(sort, last) : undefined };
}

/** By relevance, those of the model that was asked for come before the others; both newest first. */
function tiersOf(sort: SortOrder, { best }: Found): { tier: 0 | 1; among?: SQL }[] {
  if (sort !== 'relevance' || !best) return [{ tier: 0 }];
  return [
    { tier: 0, among: best },
    { tier: 1, among: not(best) },
  ];
}

/** Picks the products by an index alone where there is one, and reads of the picked ones the rest. */
async function readRows(
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

interface Order {
  readonly by: SQL[];
  readonly after: (cursor: Cursor) => SQL;
}

const newest: Order = {
  by: [desc(products.postedAt), desc(products.id)],
  after: ({ value, id }) =>
    sql`(${products.postedAt}, ${products.id}) < (${value}::timestamptz, ${id}::uuid)`,
};

const orders: Record<SortOrder, Order> = {
  newest,
  relevance: newest,
  price: {
    by: [asc(products.resalePriceCents), asc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) > (${value}::bigint, ${id}::uuid)`,
  },
  '-price': {
    by: [desc(products.resalePriceCents), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) < (${value}::bigint, ${id}::uuid)`,
  },
};

function cursorAt(sort: SortOrder, { id, tier, ...row }: ProductRow & { tier: number }): string {
  const byTime = sort === 'newest' || sort === 'relevance';
  const value = byTime ? row.postedAt.toISOString() : row.resalePriceCents;
  return writeCursor({ sort, value, id, tier });
}
