import type { Category, FacetQuery } from '@redial/contract';
import { and, eq, gte, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';

/** SQL condition: shown in listings. Sold ones stay until they are paid. */
export const isListed = and(isNull(products.removedAt), not(products.isPaid));

/** Which products a list is of, beside the words that are searched for. */
export interface ProductFilters {
  readonly query: Omit<FacetQuery, 'q'>;
  readonly category?: Category;
  readonly advertised?: true;
}

/** SQL condition on `products` alone: it is listed, and meets every filter. */
export function matchesFilters({ query, category, advertised }: ProductFilters): SQL | undefined {
  const { brand, condition: grade, minPrice, maxPrice, minYear, verified, available } = query;
  return and(
    isListed,
    category && eq(products.category, category),
    advertised && eq(products.advertised, true),
    brand && eq(products.category, brand),
    grade && eq(products.condition, grade),
    minPrice === undefined ? undefined : gte(products.resalePriceCents, Math.ceil(minPrice * 100)),
    maxPrice === undefined ? undefined : lte(products.resalePriceCents, Math.floor(maxPrice * 100)),
    minYear === undefined ? undefined : gte(products.purchaseYear, minYear),
    verified
      ? sql`exists (select from users where id = ${products.sellerId} and verified)`
      : undefined,
    available ? eq(products.status, 'Available') : undefined,
  );
}
