import type { Category, FacetQuery } from '@redial/contract';
import { and, eq, gte, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import { products } from '../../db/schema/index.ts';

/** SQL condition: the product appears in lists. A sold product is listed until it is paid. */
export const isListed = and(isNull(products.removedAt), not(products.isPaid));

/** The filters of a product list, without the search text. Prices are in dollars. */
export interface ProductFilters extends Omit<FacetQuery, 'q'> {
  /** The category page that is shown. */
  readonly category?: Category;
  readonly advertised?: true;
}

/** SQL condition on `products` alone: the product is listed and matches every filter. */
export function matchesFilters(filters: ProductFilters): SQL | undefined {
  const { category, advertised, brand, minPrice, maxPrice, minYear, verified, available } = filters;
  return and(
    isListed,
    category && eq(products.category, category),
    advertised && eq(products.advertised, true),
    brand && eq(products.category, brand),
    filters.condition && eq(products.condition, filters.condition),
    minPrice === undefined ? undefined : gte(products.resalePriceCents, Math.ceil(minPrice * 100)),
    maxPrice === undefined ? undefined : lte(products.resalePriceCents, Math.floor(maxPrice * 100)),
    minYear === undefined ? undefined : gte(products.purchaseYear, minYear),
    verified
      ? sql`exists (select from users where id = ${products.sellerId} and verified)`
      : undefined,
    available ? eq(products.status, 'Available') : undefined,
  );
}
