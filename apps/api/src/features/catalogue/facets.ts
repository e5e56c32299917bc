import {
  categories,
  conditions,
  exactCounts,
  type FacetQuery,
  type ProductFacets,
  toDollars,
} from '@redial/contract';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { products, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { listed, meets } from './queries.ts';
import { termsOf } from './words.ts';

/** The filters that are counted; each by the column of `found` that says whether it is met. */
const filters = ['brand', 'condition', 'price', 'year', 'verified', 'available'] as const;
type Filter = (typeof filters)[number];

/** Years that are offered as filters, from the newest that is on offer. */
const yearsBack = 10;

/** How many products each filter would leave. One read of the products that the words find. */
export async function readFacets(
  { db }: Pick<Deps, 'db'>,
  query: FacetQuery,
): Promise<ProductFacets> {
  const { rows } = await db.execute<{ facet: string; value: string; n: number }>(sql`
    with found as materialized (
      select ${products.category} as brand, ${products.condition} as condition,
        ${products.resalePriceCents} as cents, ${products.purchaseYear} as year,
        ${users.verified} as verified, ${products.status} = 'Available' as available,
        ${sql.join(
          filters.map((filter) => sql`${met(query)[filter]} as ${sql.identifier(`met_${filter}`)}`),
          sql`, `,
        )}
      from ${products} join ${users} on ${eq(users.id, products.sellerId)}
      where ${and(listed, ...termsOf(query.q).map((term) => meets(term)))}
    )
    ${counted('total', sql`''`, allBut())}
    union all ${counted('brand', sql`brand`, allBut('brand'))}
    union all ${counted('condition', sql`condition`, allBut('condition'))}
    union all ${counted('year', sql`year::text`, allBut('year'))}
    union all ${counted('verified', sql`''`, sql`${allBut('verified')} and verified`)}
    union all ${counted('available', sql`''`, sql`${allBut('available')} and available`)}
    union all select 'price', 'min', min(cents) from found where ${allBut('price')}
    union all select 'price', 'max', max(cents) from found where ${allBut('price')}`);
  return toFacets(rows);
}

/** For each filter, the SQL condition that it is met; true where it is not asked for. */
function met(query: FacetQuery): Record<Filter, SQL> {
  const { brand, condition, minPrice, maxPrice, minYear, verified, available } = query;
  const when = (asked: unknown, is: SQL) =>
    asked === undefined || asked === false ? sql`true` : is;
  const least = Math.ceil((minPrice ?? 0) * 100);
  const most = Math.floor((maxPrice ?? 0) * 100);
  return {
    brand: when(brand, sql`${products.category} = ${brand}`),
    condition: when(condition, sql`${products.condition} = ${condition}`),
    price: sql`${when(minPrice, sql`${products.resalePriceCents} >= ${least}`)}
      and ${when(maxPrice, sql`${products.resalePriceCents} <= ${most}`)}`,
    year: when(minYear, sql`${products.purchaseYear} >= ${minYear}`),
    verified: when(verified, sql`${users.verified}`),
    available: when(available, sql`${products.status} = 'Available'`),
  };
}

/** SQL condition: every filter is met, whether or not the one that is counted is. */
const allBut = (counted?: Filter): SQL =>
  sql.join(
    filters.filter((filter) => filter !== counted).map((filter) => sql.identifier(`met_${filter}`)),
    sql` and `,
  );

const counted = (facet: string, value: SQL, where: SQL): SQL =>
  sql`select ${facet}::text as facet, ${value} as value, count(*) as n from found where ${where} group by 2`;

function toFacets(
  rows: readonly { facet: string; value: string; n: number | null }[],
): ProductFacets {
  const of = (facet: string, value = '') =>
    Number(rows.find((row) => row.facet === facet && row.value === value)?.n ?? 0);
  const count = (facet: string, value = '') => atMost(of(facet, value));
  const each = <V extends string>(facet: string, values: readonly V[]) =>
    Object.fromEntries(values.map((value) => [value, count(facet, value)])) as Record<V, number>;
  const [min, max] = [of('price', 'min'), of('price', 'max')];
  return {
    total: count('total'),
    brands: each('brand', categories),
    conditions: each('condition', conditions),
    years: yearsAndLater(
      rows
        .filter(({ facet }) => facet === 'year')
        .map(({ value, n }) => [Number(value), Number(n)]),
    ),
    verified: count('verified'),
    available: count('available'),
    ...(max > 0 ? { price: { min: toDollars(min), max: toDollars(max) } } : {}),
  };
}

/** Each year with the phones bought in it or later, newest first. */
function yearsAndLater(each: [year: number, phones: number][]): ProductFacets['years'] {
  let sum = 0;
  return each
    .toSorted(([a], [b]) => b - a)
    .map(([year, phones]) => {
      sum += phones;
      return { year, count: atMost(sum) };
    })
    .slice(0, yearsBack);
}

const atMost = (count: number) => Math.min(count, exactCounts + 1);
