import {
  categories,
  conditions,
  exactCounts,
  type FacetQuery,
  type ProductFacets,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { countList, isKept } from './counts.ts';
import { type Found, find } from './found.ts';
import { meetsFilters } from './listed.ts';

type Filters = Omit<FacetQuery, 'q'>;

/** Products of one kind, and how many there are. */
type Kind = {
  brand: string;
  condition: string;
  year: number;
  available: boolean;
  verified: boolean;
  n: number;
};

/** Years that are offered as filters, from the newest that is on offer. */
const yearsBack = 10;

/**
 * How many products each filter would leave. Where there is nothing but what is counted as it comes
 * and goes, of all; otherwise of what is found, or of the newest part of it where it is a lot.
 */
export async function readFacets(
  { db }: Pick<Deps, 'db'>,
  { q, ...query }: FacetQuery,
): Promise<ProductFacets> {
  const found = await find(db, q);
  const [{ kinds, whole }, price] = await Promise.all([
    isKept({ query }, found) ? keptKinds(db) : readKinds(db, query, found),
    pricesOf(db, query, found),
  ]);
  const count = (counted: keyof Filters | undefined, is: (kind: Kind) => boolean = () => true) =>
    atMost(
      kinds.reduce(
        (sum, kind) => (meets(kind, query, counted) && is(kind) ? sum + kind.n : sum),
        0,
      ),
    );
  const each = <V extends string>(values: readonly V[], of: 'brand' | 'condition') =>
    Object.fromEntries(
      values.map((value) => [value, count(of, (kind) => kind[of] === value)]),
    ) as Record<V, number>;
  const years = [
    ...new Set(kinds.filter((kind) => meets(kind, query, 'minYear')).map(({ year }) => year)),
  ];
  return {
    total: whole ? count(undefined) : ((await countList(db, { query }, found)) ?? exactCounts + 1),
    brands: each(categories, 'brand'),
    conditions: each(conditions, 'condition'),
    years: years
      .toSorted((a, b) => b - a)
      .slice(0, yearsBack)
      .map((year) => ({ year, count: count('minYear', (kind) => kind.year >= year) })),
    verified: isKept({ query }, found)
      ? ((await countList(db, { query: { ...query, verified: true } }, found)) ?? exactCounts + 1)
      : count('verified', ({ verified }) => verified),
    available: count('available', ({ available }) => available),
    ...(price ? { price } : {}),
  };
}

const atMost = (count: number) => Math.min(count, exactCounts + 1);

/** Whether products of a kind meet every filter, whatever the one says that is being counted. */
function meets(
  kind: Kind,
  { brand, condition, minYear, available, verified }: Filters,
  but?: keyof Filters,
) {
  return (
    (but === 'brand' || !brand || kind.brand === brand) &&
    (but === 'condition' || !condition || kind.condition === condition) &&
    (but === 'minYear' || minYear === undefined || kind.year >= minYear) &&
    (but === 'available' || !available || kind.available) &&
    (but === 'verified' || !verified || kind.verified)
  );
}

async function keptKinds(db: Deps['db']) {
  const { rows } = await db.execute<Kind>(sql`
    select category as brand, condition, purchase_year as year, status = 'Available' as available,
      false as verified, sum(n)::int as n
    from product_counts group by 1, 2, 3, 4 having sum(n) > 0`);
  return { kinds: rows, whole: true };
}

/** What is found, as far as it is read: those that fail more than one filter count nowhere. */
async function readKinds(db: Deps['db'], query: Filters, { where }: Found) {
  const { brand, condition, minYear, ...strict } = query;
  const asked: SQL[] = [
    ...(brand ? [eq(products.category, brand)] : []),
    ...(condition ? [eq(products.condition, condition)] : []),
    ...(minYear === undefined ? [] : [gte(products.purchaseYear, minYear)]),
  ];
  const allButOne = or(
    ...asked.map((one) => and(...asked.filter((other) => other !== one)) ?? sql`true`),
  );
  const { rows } = await db.execute<Kind>(sql`
    select brand, condition, year, available, verified, count(*)::int as n from (
      select ${products.category} as brand, ${products.condition} as condition,
        ${products.purchaseYear} as year, ${products.status} = 'Available' as available,
        (select verified from ${users} where ${eq(users.id, products.sellerId)}) as verified
      from ${products} where ${and(meetsFilters({ query: strict }), allButOne, where)}
      order by ${desc(products.postedAt)}, ${desc(products.id)} limit ${exactCounts + 1}
    ) each group by 1, 2, 3, 4, 5`);
  return { kinds: rows, whole: rows.reduce((sum, { n }) => sum + n, 0) <= exactCounts };
}

/** The lowest and the highest price, whatever prices are asked for. */
async function pricesOf(db: Deps['db'], query: Filters, { where }: Found) {
  const { minPrice, maxPrice, ...unpriced } = query;
  const cents = products.resalePriceCents;
  const first = (order: SQL) =>
    sql`(select ${cents} from ${products}
      where ${and(meetsFilters({ query: unpriced }), where)} order by ${order} limit 1)::int`;
  const { rows } = await db.execute<{ min: number | null; max: number | null }>(
    sql`select ${first(sql`${cents}`)} as min, ${first(desc(cents))} as max`,
  );
  const { min, max } = rows[0] ?? {};
  return min && max ? { min: toDollars(min), max: toDollars(max) } : undefined;
}
