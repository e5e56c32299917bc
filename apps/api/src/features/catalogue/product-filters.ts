import {
  type Category,
  conditionsOf,
  type FacetQuery,
  type Place,
  type ProductQuery,
  type SortOption,
} from '@redial/contract';
import { and, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { models, products } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';
import { findFilterPlace, findPlacesAround } from '../places/index.ts';

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
export interface ProductFilters extends Omit<FacetQuery, 'q' | 'updates' | 'place' | 'within'> {
  /** The place of the filter, or those around it, the nearest first. */
  readonly placeIds?: readonly number[];
  /** The model gets security updates on this day (`YYYY-MM-DD`). */
  readonly supportedOn?: string;
  /** The category page that is shown. */
  readonly category?: Category;
  readonly advertised?: true;
}

/** Which products a list has, in which order, and after which cursor. */
export interface ProductListQuery extends ProductFilters {
  readonly q?: string;
  readonly sort?: SortOption;
  readonly after?: string;
}

/** SQL condition on `products` alone: the product is listed and matches every filter. */
export function matchesFilters(filters: ProductFilters): SQL | undefined {
  const { category, advertised, brand, minPrice, maxPrice, minYear, verified, available } = filters;
  const { model, storage, colour, supportedOn, priceLabel, country, placeIds } = filters;
  return and(
    isListed,
    category && eq(products.category, category),
    advertised && eq(products.advertised, true),
    brand && eq(products.category, brand),
    filters.condition && inArray(products.condition, [...conditionsOf(filters.condition)]),
    minPrice === undefined ? undefined : gte(products.resalePriceCents, minCents(minPrice)),
    maxPrice === undefined ? undefined : lte(products.resalePriceCents, maxCents(maxPrice)),
    minYear === undefined ? undefined : gte(products.purchaseYear, minYear),
    model === undefined ? undefined : isOfModel(model),
    storage === undefined ? undefined : eq(products.storageGb, storage),
    colour === undefined ? undefined : eq(products.colour, colour),
    country === undefined ? undefined : eq(products.country, country),
    placeIds && isInPlaces(placeIds),
    supportedOn === undefined ? undefined : isSupportedOn(supportedOn),
    priceLabel && eq(products.priceLabel, priceLabel),
    verified
      ? sql`exists (select from users where id = ${products.sellerId} and verified)`
      : undefined,
    available ? eq(products.status, 'Available') : undefined,
  );
}

/** The lowest and the highest price in cents that a range of prices in dollars includes. */
export const minCents = (dollars: number): number => Math.ceil(dollars * 100);
export const maxCents = (dollars: number): number => Math.floor(dollars * 100);

/**
 * SQL condition: the model gets security updates on a day, as `getUpdateSupport` in the contract
 * evaluates it. An array, so that the models are read once and not for each product.
 */
export const isSupportedOn = (day: string): SQL =>
  sql`${products.modelId} = any(array(select ${models.id} from ${models} where ${getsUpdatesOn(day)}))`;

/**
 * The same for the models of a brand, with a constant array: the planner cannot know that few products of
 * a brand are of models that get updates.
 */
export async function isOfSupportedModel(
  db: Database,
  day: string,
  brand: Category | undefined,
): Promise<SQL> {
  const supported = await db
    .select({ id: models.id })
    .from(models)
    .where(and(getsUpdatesOn(day), brand && eq(models.category, brand)));
  return sql`${products.modelId} = any(${`{${supported.map(({ id }) => id).join(',')}}`}::integer[])`;
}

const getsUpdatesOn = (day: string): SQL => sql`(${models.updateStatus} = 'supported'
  or (${models.updateStatus} = 'dated' and ${models.updatesUntil} >= ${day}::date))`;

/** The filters of a query with the place that it names. */
export interface ResolvedFilters<Query> {
  readonly filters: Omit<Query, 'updates' | 'colour' | 'place' | 'within'> &
    Pick<ProductFilters, 'supportedOn' | 'colour' | 'placeIds'>;
  readonly place?: Place;
  /** Kilometres from it, by the ids of places; only with a distance. */
  readonly distances?: ReadonlyMap<number, number>;
}

/**
 * The filters of a query. A colour counts only together with a model: a rare one would be searched for
 * in the whole catalogue.
 *
 * @param today the day on which models get updates.
 * @throws Problem `request.invalid` for an unknown place, or a distance without a place.
 */
export async function resolveFilters<Query extends ProductQuery>(
  db: Database,
  { updates, colour, place, within, ...query }: Query,
  today: Date,
): Promise<ResolvedFilters<Query>> {
  const found = await findFilterPlace(db, {
    ...(place === undefined ? {} : { place }),
    ...(within === undefined ? {} : { within }),
  });
  const distances = found && within && (await findPlacesAround(db, found, within));
  const placeIds = distances ? [...distances.keys()] : found && [found.place._id];
  return {
    filters: {
      ...query,
      ...(query.model !== undefined && colour !== undefined ? { colour } : {}),
      ...(updates === 'supported' ? { supportedOn: toDay(today) } : {}),
      ...(placeIds ? { placeIds } : {}),
    },
    ...(found ? { place: found.place } : {}),
    ...(distances ? { distances } : {}),
  };
}

/** A constant array, which the planner estimates and hashes. */
const isInPlaces = (ids: readonly number[]): SQL =>
  sql`${products.placeId} = any(${`{${ids.join(',')}}`}::integer[])`;

/** A day in UTC, `YYYY-MM-DD`. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);

/** SQL condition: the product is of a model. An unknown slug has no products. */
const isOfModel = (slug: string): SQL =>
  sql`${products.modelId} = (select ${models.id} from ${models} where ${models.slug} = ${slug})`;
