import {
  type ConditionFilter,
  categories,
  conditionFilters,
  conditionsOf,
  type FacetQuery,
  maxExactCount,
  type ProductFacets,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { productCounts, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { countProducts, hasPrecomputedCount } from './product-counts.ts';
import type { ProductFilters } from './product-filters.ts';
import { matchesSearch, type ProductSearch, resolveSearch } from './resolve-search.ts';

/** How many products share these values. */
type Group = {
  brand: string;
  condition: string;
  year: number;
  available: boolean;
  verified: boolean;
  n: number;
};

/** Years offered as filters, counted back from the newest one that is listed. */
const maxYears = 10;

/**
 * Counts how many products each filter value would leave, with the other filters applied. The counts
 * come from the precomputed ones where these suffice; otherwise from the matching products, of which
 * the newest `maxExactCount` are read.
 */
export async function getFacets(
  { db }: Pick<Deps, 'db'>,
  _actor: User | undefined,
  { q, ...filters }: FacetQuery,
): Promise<ProductFacets> {
  const search = await resolveSearch(db, q, filters);
  const isPrecomputed = hasPrecomputedCount(search);
  const [groups, price] = await Promise.all([
    isPrecomputed ? precomputedGroups(db) : queryGroups(db, search),
    priceRange(db, search),
  ]);
  const isComplete = isPrecomputed || sumOf(groups) <= maxExactCount;

  /** Products that match every filter but `facet`, and `predicate`. */
  const count = (facet?: keyof ProductFilters, predicate: (group: Group) => boolean = () => true) =>
    capCount(
      sumOf(groups.filter((group) => matchesExcept(group, filters, facet) && predicate(group))),
    );
  const countEach = <V extends string>(
    values: readonly V[],
    facet: 'brand' | 'condition',
    matches: (group: Group, value: V) => boolean,
  ) =>
    Object.fromEntries(
      values.map((value) => [value, count(facet, (group) => matches(group, value))]),
    ) as Record<V, number>;
  const countAll = async (more: ProductFilters = {}) =>
    (await countProducts(db, { ...search, filters: { ...filters, ...more } })) ?? maxExactCount + 1;

  return {
    total: isComplete ? count() : await countAll(),
    brands: countEach(categories, 'brand', ({ brand }, value) => brand === value),
    conditions: countEach(conditionFilters, 'condition', hasCondition),
    years: yearsOf(groups.filter((group) => matchesExcept(group, filters, 'minYear'))).map(
      (year) => ({ year, count: count('minYear', (group) => group.year >= year) }),
    ),
    // The precomputed counts do not tell verified sellers apart.
    verified: isPrecomputed
      ? await countAll({ verified: true })
      : count('verified', ({ verified }) => verified),
    available: count('available', ({ available }) => available),
    ...(price ? { price } : {}),
  };
}

const hasCondition = (group: Group, filter: ConditionFilter): boolean =>
  conditionsOf(filter).some((condition) => condition === group.condition);

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { n }) => sum + n, 0);

const capCount = (count: number): number => Math.min(count, maxExactCount + 1);

const yearsOf = (groups: readonly Group[]): number[] =>
  [...new Set(groups.map(({ year }) => year))].toSorted((a, b) => b - a).slice(0, maxYears);

/** Whether the group's products match every filter, leaving out the one of the counted facet. */
function matchesExcept(
  group: Group,
  { brand, condition, minYear, available, verified }: ProductFilters,
  facet: keyof ProductFilters | undefined,
): boolean {
  return (
    (facet === 'brand' || !brand || group.brand === brand) &&
    (facet === 'condition' || !condition || hasCondition(group, condition)) &&
    (facet === 'minYear' || minYear === undefined || group.year >= minYear) &&
    (facet === 'available' || !available || group.available) &&
    (facet === 'verified' || !verified || group.verified)
  );
}

async function precomputedGroups(db: Deps['db']): Promise<Group[]> {
  const { rows } = await db.execute<Group>(sql`
    select category as brand, condition, purchase_year as year, status = 'Available' as available,
      false as verified, sum(n)::int as n
    from ${productCounts} group by 1, 2, 3, 4 having sum(n) > 0`);
  return rows;
}

/** Groups of the matching products. A product that fails more than one filter counts nowhere. */
async function queryGroups(db: Deps['db'], { filters, match }: ProductSearch): Promise<Group[]> {
  const { brand, condition, minYear, ...strict } = filters;
  const optional: SQL[] = [
    ...(brand ? [eq(products.category, brand)] : []),
    ...(condition ? [inArray(products.condition, [...conditionsOf(condition)])] : []),
    ...(minYear === undefined ? [] : [gte(products.purchaseYear, minYear)]),
  ];
  const allButOne = or(
    ...optional.map((one) => and(...optional.filter((other) => other !== one)) ?? sql`true`),
  );
  const { rows } = await db.execute<Group>(sql`
    select brand, condition, year, available, verified, count(*)::int as n from (
      select ${products.category} as brand, ${products.condition} as condition,
        ${products.purchaseYear} as year, ${products.status} = 'Available' as available,
        (select verified from ${users} where ${eq(users.id, products.sellerId)}) as verified
      from ${products} where ${and(matchesSearch({ filters: strict, match }), allButOne)}
      order by ${desc(products.postedAt)}, ${desc(products.id)} limit ${maxExactCount + 1}
    ) each group by 1, 2, 3, 4, 5`);
  return rows;
}

/** The lowest and the highest price in dollars, without the price filters. */
async function priceRange(db: Deps['db'], { filters, match }: ProductSearch) {
  const { minPrice, maxPrice, ...otherFilters } = filters;
  const cents = products.resalePriceCents;
  const first = (order: SQL) =>
    sql`(select ${cents} from ${products}
      where ${matchesSearch({ filters: otherFilters, match })} order by ${order} limit 1)::int`;
  const { rows } = await db.execute<{ min: number | null; max: number | null }>(
    sql`select ${first(sql`${cents}`)} as min, ${first(desc(cents))} as max`,
  );
  const { min, max } = rows[0] ?? {};
  return min && max ? { min: toDollars(min), max: toDollars(max) } : undefined;
}
