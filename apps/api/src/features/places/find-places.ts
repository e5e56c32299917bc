import {
  type DistanceKm,
  type LocationMatch,
  maxPlaceSuggestions,
  type Place,
} from '@redial/contract';
import { desc, eq, inArray, like, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { placeNames, places } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../platform/problem.ts';
import type { User } from '../../platform/users.ts';
import { countryName } from './countries.ts';
import { type Coordinates, distanceKm, isInBox } from './distance.ts';
import { findCandidates, matchPlace, type Whereabouts } from './match-place.ts';
import { parseLocation, type Reading } from './parse-location.ts';
import { normalizePlaceName } from './place-names.ts';
import { regionName } from './regions.ts';

type PlaceRow = Pick<typeof places.$inferSelect, 'id' | 'name' | 'country' | 'region'>;

/** A row in the contract's form. */
const toPlace = ({ id, name, country, region }: PlaceRow): Place => ({
  _id: id,
  name,
  label: [name, ...(region ? [region] : []), countryName(country)].join(', '),
  country,
});

/** Looks up where a listing is, by the location that its seller wrote. */
export async function locate(db: Executor, location: string): Promise<Whereabouts> {
  const readings = parseLocation(location);
  return matchPlace(readings, await findNamed(db, readings));
}

/**
 * Says what a location names, and where that is not certain, what can be meant: of places with the same
 * label only the largest, which the label means.
 */
export async function matchLocation(
  { db }: Pick<Deps, 'db'>,
  _actor: User | undefined,
  { location }: { location: string },
): Promise<LocationMatch> {
  const readings = parseLocation(location);
  const named = await findNamed(db, readings);
  const { placeId, country } = matchPlace(readings, named);
  const ids = placeId === null ? findCandidates(readings, named) : [placeId];
  const places = new Map((await findPlaces(db, ids)).map((place) => [place._id, place]));
  const found = ids.flatMap((id) => places.get(id) ?? []);
  const [place] = placeId === null ? [] : found;
  return {
    ...(place ? { place } : {}),
    ...(country === null ? {} : { country }),
    candidates: place ? [] : withDistinctLabels(found).slice(0, maxPlaceSuggestions),
  };
}

/** The first place of each label. */
const withDistinctLabels = (all: readonly Place[]): Place[] =>
  all.filter(({ label }, index) => all.findIndex((other) => other.label === label) === index);

/** The places that have one of the names in a location. */
async function findNamed(db: Executor, readings: readonly Reading[]) {
  const names = [...new Set(readings.flatMap((reading) => reading.names))];
  if (names.length === 0) return [];
  const rows = await db
    .select({
      id: places.id,
      name: placeNames.name,
      mainName: places.name,
      country: places.country,
      region: places.region,
      population: places.population,
      latitude: places.latitude,
      longitude: places.longitude,
    })
    .from(placeNames)
    .innerJoin(places, eq(places.id, placeNames.placeId))
    .where(inArray(placeNames.name, names));
  return rows.map((row) => ({ ...row, mainName: normalizePlaceName(row.mainName) }));
}

/** A place of a filter. */
export interface FoundPlace extends Coordinates {
  readonly place: Place;
}

/**
 * Finds the place of a filter.
 *
 * @returns undefined without a place.
 * @throws Problem `request.invalid` for an unknown place, and for a distance without a place.
 */
export async function findFilterPlace(
  db: Executor,
  { place: id, within }: { place?: number; within?: DistanceKm },
  at: 'query' | 'body.search' = 'query',
): Promise<FoundPlace | undefined> {
  if (id === undefined) {
    if (within === undefined) return undefined;
    throw new Problem('request.invalid', 'within is a distance from a place', `${at}.within`);
  }
  const [row] = await db.select().from(places).where(eq(places.id, id));
  if (!row) throw new Problem('request.invalid', `No place has the id ${id}`, `${at}.place`);
  const { latitude, longitude } = row;
  return { place: toPlace(row), latitude, longitude };
}

/**
 * The places at most so far from another one, itself included, with their distances in kilometres, the
 * nearest first.
 */
export async function findPlacesAround(
  db: Executor,
  center: Coordinates,
  km: number,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: places.id, latitude: places.latitude, longitude: places.longitude })
    .from(places)
    .where(isInBox(center, km));
  const distances = rows.map((row): [number, number] => [row.id, distanceKm(center, row)]);
  return new Map(
    distances.filter(([, distance]) => distance <= km).toSorted(([, a], [, b]) => a - b),
  );
}

/** Reads places by their ids. */
export async function findPlaces(db: Executor, ids: readonly number[]): Promise<Place[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(places)
    .where(inArray(places.id, [...ids]));
  return rows.map(toPlace);
}

/** Places read for each one that is suggested: states and countries in the text leave out some. */
const maxCandidates = 200;

/**
 * Completes the name of a place, the largest first. A place that has the same label as a larger one is
 * left out: as a location, the label means the larger one.
 */
export async function suggestPlaces(
  { db }: Pick<Deps, 'db'>,
  _actor: User | undefined,
  { q }: { q: string },
): Promise<Place[]> {
  const [name = '', ...areas] = q.split(',').map(normalizePlaceName);
  if (name === '') return [];
  const isComplete = areas.length > 0;
  const rows = await db
    .select()
    .from(places)
    .where(
      sql`${places.id} in (select ${placeNames.placeId} from ${placeNames}
        where ${isComplete ? eq(placeNames.name, name) : startsWith(name)})`,
    )
    .orderBy(desc(places.population), places.id)
    .limit(isComplete ? maxCandidates : maxPlaceSuggestions * 2);
  const words = areas.flatMap((area) => area.split(' ')).filter((word) => word !== '');
  const found = rows.filter((row) => {
    const { country, region } = row;
    const of = [country, countryName(country), region ?? '', regionName(country, region ?? '')];
    const known = of.flatMap((text) => normalizePlaceName(text ?? '').split(' '));
    return words.every((word) => known.some((one) => one.startsWith(word)));
  });
  return withDistinctLabels(found.map(toPlace)).slice(0, maxPlaceSuggestions);
}

/** Normalized names have no characters with a meaning in patterns. */
const startsWith = (name: string): SQL => like(placeNames.name, `${name}%`);
