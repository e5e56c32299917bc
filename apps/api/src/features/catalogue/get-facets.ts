import {
  categories,
  conditions,
  type FacetQuery,
  maxExactCount,
  type ProductFacets,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { countProducts, hasPrecomputedCount } from './product-counts.ts';
import { matchesFilters } from './product-filters.ts';
import { resolveSearch, type SearchMatch } from './resolve-search.ts';

type Filters = Omit<FacetQuery, 'q'>;

/** Products of one kind, and how many there are. */
type Group = {
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
export async function getFacets(
  { db }: Pick<Deps, 'db'>,
  { q, ...query }: FacetQuery,
): Promise<ProductFacets> {
  const found = await resolveSearch(db, q);
  const [{ groups, whole }, price] = await Promise.all([
    hasPrecomputedCount({ query }, found) ? precomputedGroups(db) : queryGroups(db, query, found),
    priceRange(db, query, found),
  ]);
  const count = (counted: keyof Filters | undefined, is: (kind: Group) => boolean = () => true) =>
    capCount(
      groups.reduce(
        (sum, kind) => (matchesAllBut(kind, query, counted) && is(kind) ? sum + kind.n : sum),
        0,
      ),
    );
  const each = <V extends string>(values: readonly V[], of: 'brand' | 'condition') =>
    Object.fromEntries(
      values.map((value) => [value, count(of, (kind) => kind[of] === value)]),
    ) as Record<V, number>;
  const years = [
    ...new Set(
      groups.filter((kind) => matchesAllBut(kind, query, 'minYear')).map(({ year }) => year),
    ),
  ];
  return {
    total: whole
      ? count(undefined)
      : ((await countProducts(db, { query }, found)) ?? maxExactCount + 1),
    brands: each(categories, 'brand'),
    conditions: each(conditions, 'condition'),
    years: years
      .toSorted((a, b) => b - a)
      .slice(0, yearsBack)
      .map((year) => ({ year, count: count('minYear', (kind) => kind.year >= year) })),
    verified: hasPrecomputedCount({ query }, found)
      ? ((await countProducts(db, { query: { ...query, verified: true } }, found)) ??
        maxExactCount + 1)
      : count('verified', ({ verified }) => verified),
    available: count('available', ({ available }) => available),
    ...(price ? { price } : {}),
  };
}

const capCount = (count: number) => Math.min(count, maxExactCount + 1);

/** Whether products of a kind meet every filter, whatever the one says that is being counted. */
function matchesAllBut(
  kind: Group,
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

async function precomputedGroups(db: Deps['db']) {
  const { rows } = await db.execute<Group>(sql`
    select category as brand, condition, purchase_year as year, status = 'Available' as available,
      false as verified, sum(n)::int as n
    from product_counts group by 1, 2, 3, 4 having sum(n) > 0`);
  return { groups: rows, whole: true };
}

/** What is found, as far as it is read: those that fail more than one filter count nowhere. */
async function queryGroups(db: Deps['db'], query: Filters, { where }: SearchMatch) {
  const { brand, condition, minYear, ...strict } = query;
  const conditionsSet: SQL[] = [
    ...(brand ? [eq(products.category, brand)] : []),
    ...(condition ? [eq(products.condition, condition)] : []),
    ...(minYear === undefined ? [] : [gte(products.purchaseYear, minYear)]),
  ];
  const allButOne = or(
    ...conditionsSet.map(
      (one) => and(...conditionsSet.filter((other) => other !== one)) ?? sql`true`,
    ),
  );
  const { rows } = await db.execute<Group>(sql`
    select brand, condition, year, available, verified, count(*)::int as n from (
      select ${products.category} as brand, ${products.condition} as condition,
        ${products.purchaseYear} as year, ${products.status} = 'Available' as available,
        (select verified from ${users} where ${eq(users.id, products.sellerId)}) as verified
      from ${products} where ${and(matchesFilters({ query: strict }), allButOne, where)}
      order by ${desc(products.postedAt)}, ${desc(products.id)} limit ${maxExactCount + 1}
    ) each group by 1, 2, 3, 4, 5`);
  return { groups: rows, whole: rows.reduce((sum, { n }) => sum + n, 0) <= maxExactCount };
}

/** The lowest and the highest price, whatever prices are asked for. */
async function priceRange(db: Deps['db'], query: Filters, { where }: SearchMatch) {
  const { minPrice, maxPrice, ...unpriced } = query;
  const cents = products.resalePriceCents;
  const first = (order: SQL) =>
    sql`(select ${cents} from ${products}
      where ${and(matchesFilters({ query: unpriced }), where)} order by ${order} limit 1)::int`;
  const { rows } = await db.execute<{ min: number | null; max: number | null }>(
    sql`select ${first(sql`${cents}`)} as min, ${first(desc(cents))} as max`,
  );
  const { min, max } = rows[0] ?? {};
  return min && max ? { min: toDollars(min), max: toDollars(max) } : undefined;
}
