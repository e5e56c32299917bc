import {
  type ConditionFilter,
  categories,
  conditionFilters,
  conditionsOf,
  type FacetQuery,
  maxExactCount,
  type ProductFacets,
  shownPriceLabels,
  toDollars,
} from '@redial/contract';
import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { models, productCounts, products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { countryName } from '../places/index.ts';
import { countProducts, hasPrecomputedCount } from './product-counts.ts';
import {
  isListed,
  isOfSupportedModel,
  isSupportedOn,
  type ProductFilters,
  resolveFilters,
  toDay,
} from './product-filters.ts';
import { matchesSearch, type ProductSearch, resolveSearch } from './resolve-search.ts';

/** How many products share these values. */
type Group = {
  brand: string;
  condition: string;
  year: number;
  available: boolean;
  verified: boolean;
  /** The model's slug; null for the precomputed groups, like the following. */
  model: string | null;
  name: string | null;
  storage: number | null;
  colour: string | null;
  updated: boolean;
  label: string | null;
  country: string | null;
  n: number;
  /** The lowest and the highest price in cents; null for the precomputed groups. */
  min: number | null;
  max: number | null;
};

/** Years offered as filters, counted back from the newest one that is listed. */
const maxYears = 10;

/**
 * Counts how many products each filter value would leave, with the other filters applied. The counts
 * come from the precomputed ones where these suffice; otherwise from the matching products, of which
 * the newest `maxExactCount` are read. Models, storage sizes and colours are always of the latter, and
 * are left out where the search is not narrow enough for a choice.
 */
export async function getFacets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: User | undefined,
  { q, ...query }: FacetQuery,
): Promise<ProductFacets> {
  const today = toDay(clock.now());
  const { filters: given, place } = await resolveFilters(db, query, clock.now());
  const filters: ProductFilters = given;
  const search = await resolveSearch(db, q, filters);
  const isPrecomputed = hasPrecomputedCount(search);
  const isNarrow = [q, filters.brand, filters.model].some((filter) => filter !== undefined);
  const precomputed = isPrecomputed ? await precomputedGroups(db) : undefined;
  const isFew = precomputed !== undefined && sumOf(precomputed) <= maxExactCount;
  // Groups have the range of their prices, but only of those that a filter of prices leaves.
  const isRangeRead =
    isPrecomputed || filters.minPrice !== undefined || filters.maxPrice !== undefined;
  const [read, ownRange, offered] = await Promise.all([
    isPrecomputed && !isNarrow && !isFew ? [] : queryGroups(db, search, today),
    isRangeRead ? queryPriceRange(db, search) : undefined,
    countriesOnOffer(db),
  ]);
  const groups = precomputed ?? read;
  const isComplete = isPrecomputed || sumOf(groups) <= maxExactCount;
  const price = isRangeRead
    ? ownRange
    : rangeOf(read.filter((group) => matchesExcept(group, filters, undefined)));

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
  /** Counts the groups that have a value, by that value; each group matches all other filters. */
  const variants = <V extends string | number>(
    facet: keyof ProductFilters,
    keyOf: (group: Group) => V | null,
  ): [V, Group[]][] => {
    const matching = read.filter((group) => matchesExcept(group, filters, facet));
    return [...Map.groupBy(matching, keyOf)].flatMap(([value, all]) =>
      value === null ? [] : [[value, all]],
    );
  };
  const countAll = async (more: ProductFilters = {}) =>
    (await countProducts(db, { ...search, filters: { ...filters, ...more } })) ?? maxExactCount + 1;

  /** Counted by queries of their own where the groups have no labels, or only those of the filter. */
  const countLabels = async () => {
    const isOwn = isPrecomputed || filters.priceLabel !== undefined;
    const counts = shownPriceLabels.map(async (label) => [
      label,
      isOwn
        ? await countAll({ priceLabel: label })
        : count('priceLabel', (group) => group.label === label),
    ]);
    return Object.fromEntries(await Promise.all(counts)) as ProductFacets['priceLabels'];
  };

  return {
    total: isComplete ? count() : await countAll(),
    brands: countEach(categories, 'brand', ({ brand }, value) => brand === value),
    conditions: countEach(conditionFilters, 'condition', hasCondition),
    priceLabels: await countLabels(),
    years: yearsOf(groups.filter((group) => matchesExcept(group, filters, 'minYear'))).map(
      (year) => ({ year, count: count('minYear', (group) => group.year >= year) }),
    ),
    models: isNarrow
      ? variants('model', ({ model }) => model)
          .map(([slug, all]) => ({ slug, name: all[0]?.name ?? slug, count: capCount(sumOf(all)) }))
          .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
      : [],
    storages:
      q !== undefined || filters.model !== undefined
        ? variants('storage', ({ storage }) => storage)
            .map(([gb, all]) => ({ gb, count: capCount(sumOf(all)) }))
            .toSorted((a, b) => a.gb - b.gb)
        : [],
    colours:
      filters.model === undefined
        ? []
        : variants('colour', ({ colour }) => colour)
            .map(([colour, all]) => ({ colour, count: capCount(sumOf(all)) }))
            .toSorted((a, b) => a.colour.localeCompare(b.colour, 'en')),
    countries: countriesOf(
      filters.country === undefined ? offered : [...new Set([...offered, filters.country])],
      (code) =>
        sumOf(
          read.filter(
            (group) => group.country === code && matchesExcept(group, filters, 'country'),
          ),
        ),
      isFew || (!isPrecomputed && isComplete),
      filters.country,
    ),
    ...(place ? { place } : {}),
    // The precomputed counts tell neither models nor verified sellers apart.
    updated: isPrecomputed
      ? await countSupported(db, search, today)
      : count('supportedOn', ({ updated }) => updated),
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

/** The lowest and the highest price of groups, in dollars. */
function rangeOf(groups: readonly Group[]): ProductFacets['price'] {
  const cents = groups.flatMap(({ min, max }) => (min === null || max === null ? [] : [min, max]));
  if (cents.length === 0) return undefined;
  return { min: toDollars(Math.min(...cents)), max: toDollars(Math.max(...cents)) };
}

const capCount = (count: number): number => Math.min(count, maxExactCount + 1);

const yearsOf = (groups: readonly Group[]): number[] =>
  [...new Set(groups.map(({ year }) => year))].toSorted((a, b) => b - a).slice(0, maxYears);

/** Whether the group's products match every filter, leaving out the one of the counted facet. */
function matchesExcept(
  group: Group,
  { brand, condition, minYear, available, verified, storage, colour, country }: ProductFilters,
  facet: keyof ProductFilters | undefined,
): boolean {
  return (
    (facet === 'brand' || !brand || group.brand === brand) &&
    (facet === 'condition' || !condition || hasCondition(group, condition)) &&
    (facet === 'minYear' || minYear === undefined || group.year >= minYear) &&
    (facet === 'storage' || storage === undefined || group.storage === storage) &&
    (facet === 'colour' || colour === undefined || group.colour === colour) &&
    (facet === 'country' || country === undefined || group.country === country) &&
    (facet === 'available' || !available || group.available) &&
    (facet === 'verified' || !verified || group.verified)
  );
}

async function precomputedGroups(db: Deps['db']): Promise<Group[]> {
  const { rows } = await db.execute<Group>(sql`
    select category as brand, condition, purchase_year as year, status = 'Available' as available,
      false as verified, null as model, null as name, null as storage, null as colour,
      false as updated, null as label, null as country, sum(n)::int as n, null as min, null as max
    from ${productCounts} group by 1, 2, 3, 4 having sum(n) > 0`);
  return rows;
}

/** Groups of the matching products. A product that fails more than one filter counts nowhere. */
async function queryGroups(
  db: Deps['db'],
  { filters, match }: ProductSearch,
  today: string,
): Promise<Group[]> {
  const { brand, condition, minYear, storage, colour, country, ...strict } = filters;
  const optional: SQL[] = [
    ...(brand ? [eq(products.category, brand)] : []),
    ...(condition ? [inArray(products.condition, [...conditionsOf(condition)])] : []),
    ...(minYear === undefined ? [] : [gte(products.purchaseYear, minYear)]),
    ...(storage === undefined ? [] : [eq(products.storageGb, storage)]),
    ...(colour === undefined ? [] : [eq(products.colour, colour)]),
    ...(country === undefined ? [] : [eq(products.country, country)]),
  ];
  const allButOne = or(
    ...optional.map((one) => and(...optional.filter((other) => other !== one)) ?? sql`true`),
  );
  const { rows } = await db.execute<Group>(sql`
    select each.brand, condition, year, available, verified, ${models.slug} as model,
      ${models.name} as name, storage, colour, coalesce(updated, false) as updated,
      label, country, count(*)::int as n, min(cents)::int, max(cents)::int from (
      select ${products.category} as brand, ${products.condition} as condition,
        ${products.purchaseYear} as year, ${products.status} = 'Available' as available,
        (select verified from ${users} where ${eq(users.id, products.sellerId)}) as verified,
        ${products.modelId} as model_id, ${products.storageGb} as storage,
        ${products.colour} as colour, ${isSupportedOn(today)} as updated,
        ${products.priceLabel} as label, ${products.country} as country,
        ${products.resalePriceCents} as cents
      from ${products} where ${and(matchesSearch({ filters: strict, match }), allButOne)}
      order by ${desc(products.postedAt)}, ${desc(products.id)} limit ${maxExactCount + 1}
    ) each left join ${models} on ${models.id} = each.model_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`);
  return rows;
}

/**
 * The lowest and the highest price in dollars, without the price filters: of all products where an index
 * leads to both, else of the newest `maxExactCount`. In the order of prices a search for cheap phones
 * would read nearly all dearer ones.
 */
async function queryPriceRange(
  db: Deps['db'],
  { filters, match }: ProductSearch,
): Promise<ProductFacets['price']> {
  const { minPrice, maxPrice, ...others } = filters;
  const search = { filters: others, match };
  const cents = products.resalePriceCents;
  const first = (order: SQL) =>
    sql`(select ${cents} from ${products} where ${matchesSearch(search)} order by ${order} limit 1)`;
  const { rows } = await db.execute<{ min: number | null; max: number | null }>(
    hasPrecomputedCount(search)
      ? sql`select ${first(sql`${cents}`)} as min, ${first(desc(cents))} as max`
      : sql`select min(cents), max(cents) from (
          select ${cents} as cents from ${products} where ${matchesSearch(search)}
          order by ${desc(products.postedAt)}, ${desc(products.id)} limit ${maxExactCount + 1}) each`,
  );
  const { min, max } = rows[0] ?? {};
  return min && max ? { min: toDollars(min), max: toDollars(max) } : undefined;
}

/** Counts the products whose model gets security updates on a day. */
async function countSupported(
  db: Deps['db'],
  { filters, match }: ProductSearch,
  day: string,
): Promise<number> {
  const where = and(match.where, await isOfSupportedModel(db, day, filters.brand)) as SQL;
  return (await countProducts(db, { filters, match: { where } })) ?? maxExactCount + 1;
}

/** The countries of all listed products: the index is read once for each country. */
async function countriesOnOffer(db: Deps['db']): Promise<string[]> {
  const next = (after?: SQL) => sql`(select ${products.country} from ${products}
    where ${and(isListed, after ?? sql`${products.country} is not null`)}
    order by ${products.country} limit 1)`;
  const { rows } = await db.execute<{ code: string }>(sql`
    with recursive found (code) as (
      select ${next()}
      union all
      select ${next(sql`${products.country} > found.code`)} from found where found.code is not null
    )
    select code from found where code is not null`);
  return rows.map(({ code }) => code);
}

/** Counted countries without phones are left out, except the chosen one. */
function countriesOf(
  codes: readonly string[],
  countOf: (code: string) => number,
  isCounted: boolean,
  chosen: string | undefined,
): ProductFacets['countries'] {
  return codes
    .map((code) => ({
      code,
      name: countryName(code),
      ...(isCounted ? { count: countOf(code) } : {}),
    }))
    .filter(({ code, count }) => count !== 0 || code === chosen)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
