import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import {
  models,
  places,
  products,
  savedSearches,
  savedSearchKeys,
  savedSearchMatches,
  users,
} from '../../db/schema/index.ts';
import { isListed, isSupportedOn, toDay } from '../catalogue/index.ts';
import type { Coordinates } from '../places/index.ts';
import { keysOfListing } from './listing-keys.ts';

/**
 * To which searches a listing can be new: to all, or to those that were saved before it was posted, those
 * that were saved since it was held for review, those whose price range it has reached, after it cost
 * `wasCents`, and those that have found it and not announced it yet.
 */
export type Newness =
  | 'to all'
  | { readonly wasCents?: number | undefined; readonly heldSince?: string | undefined };

/**
 * Finds the saved searches that a listing matches, except its seller's: one query reads what is
 * compared of the listing, and one compares it with the searches that its keys lead to. Paused searches
 * are among them.
 *
 * @returns their ids; none if the listing is not listed.
 */
export async function findMatchingSearches(
  db: Executor,
  productId: string,
  { today, isNew }: { today: Date; isNew: Newness },
): Promise<string[]> {
  const [listing] = await db
    .select({
      sellerId: products.sellerId,
      category: products.category,
      condition: products.condition,
      priceCents: products.resalePriceCents,
      purchaseYear: products.purchaseYear,
      model: models.slug,
      storageGb: products.storageGb,
      colour: products.colour,
      priceLabel: products.priceLabel,
      country: products.country,
      placeId: products.placeId,
      latitude: places.latitude,
      longitude: places.longitude,
      status: products.status,
      postedAt: products.postedAt,
      verified: users.verified,
      supported: sql<boolean>`coalesce(${isSupportedOn(toDay(today))}, false)`,
      words: sql<string>`${comparedText}::text`,
      lexemes: sql<string[]>`tsvector_to_array(${comparedText})`,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .leftJoin(places, eq(places.id, products.placeId))
    .where(and(eq(products.id, productId), isListed));
  if (!listing) return [];
  const isNewTo =
    isNew === 'to all'
      ? sql`true`
      : sql`(s.search_set_at <= ${listing.postedAt.toISOString()}::timestamptz
          or s.search_set_at >= ${isNew.heldSince ?? null}::timestamptz
          or s.max_price_cents < ${isNew.wasCents ?? null}::bigint
          or s.saved_search_id in (select saved_search_id from ${savedSearchMatches}
            where product_id = ${productId}::uuid and alerted_at is null))`;
  // Constants, so that nothing is computed once for each search.
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct s.saved_search_id as id from ${savedSearchKeys} s
    where s.key = any(${sql.param(keysOfListing(listing))}::text[])
      and s.saved_search_id not in (
        select id from ${savedSearches} where user_id = ${listing.sellerId}::uuid)
      and (s.brand is null or s.brand = ${listing.category})
      and (s.conditions is null or ${listing.condition} = any(s.conditions))
      and (s.min_price_cents is null or s.min_price_cents <= ${listing.priceCents}::bigint)
      and (s.max_price_cents is null or s.max_price_cents >= ${listing.priceCents}::bigint)
      and (s.min_year is null or s.min_year <= ${listing.purchaseYear}::integer)
      and (s.model is null or s.model = ${listing.model}::text)
      and (s.storage_gb is null or s.storage_gb = ${listing.storageGb}::integer)
      and (s.colour is null or s.colour = ${listing.colour}::text)
      and (s.price_label is null or s.price_label = ${listing.priceLabel}::text)
      and (s.country is null or s.country = ${listing.country}::text)
      and (s.place_id is null or ${isAtPlace(listing)})
      and (not s.supported or ${listing.supported}::boolean)
      and (not s.verified or ${listing.verified}::boolean)
      and (not s.available or ${listing.status === 'Available'}::boolean)
      and (s.terms is null or ${listing.words}::tsvector @@ s.terms)
      and ${isNewTo}`);
  return rows.map(({ id }) => id);
}

/** The words of name and description, and the lexemes of the title for its brand and symbols. */
const comparedText = sql`(${products}.search || product_title_words(${products.category}, ${products.name}))`;

/** SQL condition: a listing is at the place of a search, or not farther from it than the search allows. */
const isAtPlace = ({
  placeId,
  latitude,
  longitude,
}: {
  placeId: number | null;
  latitude: number | null;
  longitude: number | null;
}): SQL =>
  latitude === null || longitude === null
    ? sql`false`
    : sql`case when s.within_km is null then s.place_id = ${placeId}::integer
        else ${distanceKmSql({ latitude, longitude })} <= s.within_km end`;

/** SQL expression: kilometres from a point to that of a search, as `distanceKm` computes them. */
const distanceKmSql = ({ latitude, longitude }: Coordinates): SQL => sql`12742 * asin(least(1, sqrt(
  power(sin(radians(s.latitude - ${latitude}::float8) / 2), 2)
  + cos(radians(${latitude}::float8)) * cos(radians(s.latitude))
    * power(sin(radians(s.longitude - ${longitude}::float8) / 2), 2))))`;
