import { type Category, conditionsOf, type FacetQuery } from '@redial/contract';
import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { models, products } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';

/** SQL condition: the product appears in lists. A sold product is listed until it is paid. */
export const isListed = sql`${products.listed}`;

/** SQL condition: the actor may see the product. Its seller and admins see a hidden one. */
export const isVisibleTo = (actor: User | undefined): SQL | undefined =>
  and(
    isNull(products.removedAt),
    actor?.role === 'admin'
      ? undefined
      : or(sql`${products.hiddenReasons} = '{}'`, actor && eq(products.sellerId, actor.id)),
  );

/** The filters of a product list, without the search text. Prices are in dollars. */
export interface ProductFilters extends Omit<FacetQuery, 'q'> {
  /** The category page that is shown. */
  readonly category?: Category;
  readonly advertised?: true;
}

/** SQL condition on `products` alone: the product is listed and matches every filter. */
export function matchesFilters(filters: ProductFilters): SQL | undefined {
  const { category, advertised, brand, minPrice, maxPrice, minYear, verified, available } = filters;
  const { model, storage } = filters;
  return and(
    isListed,
    category && eq(products.category, category),
    advertised && eq(products.advertised, true),
    brand && eq(products.category, brand),
    filters.condition && inArray(products.condition, [...conditionsOf(filters.condition)]),
    minPrice === undefined ? undefined : gte(products.resalePriceCents, Math.ceil(minPrice * 100)),
    maxPrice === undefined ? undefined : lte(products.resalePriceCents, Math.floor(maxPrice * 100)),
    minYear === undefined ? undefined : gte(products.purchaseYear, minYear),
    model === undefined ? undefined : isOfModel(model),
    storage === undefined ? undefined : eq(products.storageGb, storage),
    verified
      ? sql`exists (select from users where id = ${products.sellerId} and verified)`
      : undefined,
    available ? eq(products.status, 'Available') : undefined,
  );
}

/** SQL condition: the product is of a model. An unknown slug has no products. */
const isOfModel = (slug: string): SQL =>
  sql`${products.modelId} = (select ${models.id} from ${models} where ${models.slug} = ${slug})`;
