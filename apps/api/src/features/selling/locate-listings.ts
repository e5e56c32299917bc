import { and, asc, isNull, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { products } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { gazetteerVersion, locate } from '../places/index.ts';

const batchSize = 500;

/** Where a listing with this location is, as columns of its product. */
export const locationColumns = async (db: Executor, location: string) => ({
  ...(await locate(db, location)),
  locatedWith: gazetteerVersion,
});

/**
 * Looks up the places of listings that were not looked up in this version of the gazetteer, except those
 * that have one. Can be interrupted and repeated.
 *
 * @returns the number of listings looked up.
 */
export async function locateListings(
  { db }: Pick<Deps, 'db'>,
  stopping?: AbortSignal,
): Promise<number> {
  const found = new Map<string, Awaited<ReturnType<typeof locate>>>();
  for (let located = 0; ; ) {
    const rows = await db
      .select({ id: products.id, location: products.location })
      .from(products)
      .where(
        and(
          isNull(products.placeId),
          sql`coalesce(${products.locatedWith}, '-infinity') < ${gazetteerVersion}::date`,
        ),
      )
      .orderBy(sql`coalesce(${products.locatedWith}, '-infinity')`, asc(products.id))
      .limit(batchSize);
    if (rows.length === 0) return located;
    for (const { location } of rows) {
      if (!found.has(location)) found.set(location, await locate(db, location));
    }
    const values = rows.map((row) => ({ ...row, ...found.get(row.location) }));
    // A location that is being changed is looked up by the change.
    await db.execute(sql`
      update ${products} set place_id = each.place_id, country = each.country,
        located_with = ${gazetteerVersion}::date
      from unnest(${sql.param(values.map(({ id }) => id))}::uuid[],
        ${sql.param(values.map(({ location }) => location))}::text[],
        ${sql.param(values.map(({ placeId }) => placeId ?? null))}::integer[],
        ${sql.param(values.map(({ country }) => country ?? null))}::text[])
        each (id, location, place_id, country)
      where ${products.id} = each.id and ${products.location} = each.location`);
    located += rows.length;
    if (stopping?.aborted) return located;
    if (found.size > maxRemembered) found.clear();
  }
}

/** Locations whose places are remembered during a run. */
const maxRemembered = 10_000;
