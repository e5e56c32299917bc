import type { Category, ProductQuery, SortOrder } from '@redial/contract';
import { and, asc, desc, eq, gte, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { products, users } from '../../db/schema/index.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { type ProductRow, productColumns } from './wire.ts';
import { plainText, type Term, termsOf } from './words.ts';

/** Which products a list is of. */
export interface Listing {
  readonly query: Omit<ProductQuery, 'limit'>;
  readonly category?: Category;
  readonly advertised?: true;
}

export interface Page {
  readonly rows: ProductRow[];
  /** The cursor of the next page, where there is one. */
  readonly next: string | undefined;
}

/** SQL condition: shown in listings. Sold ones stay until they are paid. */
export const listed = and(isNull(products.removedAt), not(products.isPaid));

/** One page of a list, in its order, after its cursor. */
export async function listPage(db: Database, listing: Listing, limit: number): Promise<Page> {
  const { query } = listing;
  const sort = query.sort ?? (query.q ? 'relevance' : 'newest');
  const terms = termsOf(query.q);
  const order = orders[sort](terms, plainText(query.q));
  const after = query.after === undefined ? undefined : readCursor(query.after, sort);
  const rows = await db
    .select({ ...productColumns, rank: order.value })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(condition(listing, terms), after && order.after(after)))
    .orderBy(...order.by)
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    rows: shown,
    next: more ? writeCursor({ sort, value: cursorValue(sort, last), id: last.id }) : undefined,
  };
}

/** How many products a list has in all, whatever the page. */
export async function countListing(db: Database, listing: Listing): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(condition(listing, termsOf(listing.query.q)));
  return row?.total ?? 0;
}

/** Products read at a time where a whole list is streamed. */
const batch = 500;

/**
 * Every product of a list, in batches: memory stays the same however many there are, and no database
 * connection waits for a slow reader.
 */
export async function* eachBatch(db: Database, listing: Listing): AsyncGenerator<ProductRow[]> {
  let after = listing.query.after;
  do {
    const query = after === undefined ? listing.query : { ...listing.query, after };
    const page = await listPage(db, { ...listing, query }, batch);
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

interface Order {
  readonly value: SQL<number | string>;
  readonly by: SQL[];
  readonly after: (cursor: Cursor) => SQL;
}

const orders: Record<SortOrder, (terms: Term[], text: string) => Order> = {
  newest: () => ({
    value: sql<string>`${products.postedAt}`,
    by: [desc(products.postedAt), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.postedAt}, ${products.id}) < (${value}::timestamptz, ${id}::uuid)`,
  }),
  price: () => ({
    value: sql<number>`${products.resalePriceCents}`,
    by: [asc(products.resalePriceCents), asc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) > (${value}::bigint, ${id}::uuid)`,
  }),
  '-price': () => ({
    value: sql<number>`${products.resalePriceCents}`,
    by: [desc(products.resalePriceCents), desc(products.id)],
    after: ({ value, id }) =>
      sql`(${products.resalePriceCents}, ${products.id}) < (${value}::bigint, ${id}::uuid)`,
  }),
  relevance: (terms, text) => {
    const value = relevance(terms, text);
    return {
      value,
      by: [sql`${value} desc`, desc(products.id)],
      after: ({ value: rank, id }) =>
        sql`(${value}, ${products.id}) < (${rank}::float8, ${id}::uuid)`,
    };
  },
};

function cursorValue(sort: SortOrder, row: ProductRow & { rank: number | string }) {
  if (sort === 'newest') return row.postedAt.toISOString();
  return Number(row.rank);
}

/** Where a search looks: the words as the full-text index has them, the name, and the brand. */
export interface Searched {
  readonly words: SQL;
  readonly name: SQL;
  readonly brand: SQL;
}

const product: Searched = {
  words: sql`search`,
  name: sql`lower(${products.name})`,
  brand: sql`${products.category}`,
};

/** SQL condition: what is searched meets a term in one of its ways. */
export function meets(term: Term, { words, name, brand }: Searched = product): SQL {
  const ways = [
    sql`${words} @@ to_tsquery('simple', ${tsquery(term)})`,
    ...(term.like ? [sql`${term.like} <% ${name}`] : []),
    ...(term.brand ? [sql`${brand} = ${term.brand}`] : []),
    ...(term.sign ? [sql`strpos(${name}, ${term.sign}) > 0`] : []),
  ];
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** Quoted, so that no word is read as an operator. */
const tsquery = ({ words }: Term): string =>
  words.map(({ text, prefix }) => `'${text}'${prefix ? ':*' : ''}`).join(' | ');

/**
 * Likeness of each word to one in the name counts most; of equals the one comes first whose model is
 * most like all that was asked for; how often the words stand in the text decides the rest.
 */
function relevance(terms: Term[], text: string): SQL<number> {
  if (terms.length === 0) return sql<number>`0::float8`;
  const likeness = terms.map(
    ({ words }) =>
      sql`greatest(${sql.join(
        words.map((word) => sql`word_similarity(${word.text}, ${product.name})`),
        sql`, `,
      )})`,
  );
  const model = sql`similarity(${text}, lower(split_part(${products.name}, ',', 1)))`;
  const told = sql`ts_rank(search, to_tsquery('simple', ${terms.map(tsquery).join(' | ')}))`;
  return sql<number>`(${sql.join([...likeness, model, told], sql` + `)})::float8`;
}

function condition({ query, category, advertised }: Listing, terms: Term[]): SQL | undefined {
  const { brand, condition: grade, minPrice, maxPrice, minYear, verified, available } = query;
  return and(
    listed,
    category && eq(products.category, category),
    advertised && eq(products.advertised, true),
    brand && eq(products.category, brand),
    grade && eq(products.condition, grade),
    minPrice === undefined ? undefined : gte(products.resalePriceCents, Math.ceil(minPrice * 100)),
    maxPrice === undefined ? undefined : lte(products.resalePriceCents, Math.floor(maxPrice * 100)),
    minYear === undefined ? undefined : gte(products.purchaseYear, minYear),
    verified ? eq(users.verified, true) : undefined,
    available ? eq(products.status, 'Available') : undefined,
    ...terms.map((term) => meets(term)),
  );
}
