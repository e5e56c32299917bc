import type { DataExport, FacetQuery, Place, SavedSearch } from '@redial/contract';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { savedSearchAlerts, savedSearches, savedSearchMatches } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { User } from '../../platform/users.ts';
import { countryName, findPlaces } from '../places/index.ts';

/** Days for which the phones that a search has found are counted. */
const countedDays = 30;

/** Lists the caller's saved searches, newest first. */
export async function listSavedSearches(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
): Promise<SavedSearch[]> {
  const since = new Date(clock.now().getTime() - countedDays * 86_400_000);
  const { foundAt } = savedSearchMatches;
  const rows = await db
    .select({
      search: savedSearches,
      found: sql<number>`(count(*) filter (where ${foundAt} > ${since}))::int`,
      lastFoundAt: sql<Date | null>`max(${foundAt})`.mapWith(foundAt),
    })
    .from(savedSearches)
    .leftJoin(savedSearchMatches, eq(savedSearchMatches.savedSearchId, savedSearches.id))
    .where(eq(savedSearches.userId, actor.id))
    .groupBy(savedSearches.id)
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id));
  const known = await findPlaces(
    db,
    rows.flatMap(({ search: { search } }) => search.place ?? []),
  );
  const places = new Map(known.map((place) => [place._id, place]));
  return rows.map(({ search: row, found, lastFoundAt }) => ({
    _id: row.id,
    name: row.name,
    search: row.search,
    ...namesOf(row.search, places),
    frequency: row.frequency,
    paused: row.pausedAt !== null,
    createdAt: row.createdAt.toISOString(),
    found,
    lastFoundAt: lastFoundAt?.toISOString() ?? null,
  }));
}

/** The names of what the filters refer to. */
function namesOf({ place: id, country }: FacetQuery, places: ReadonlyMap<number, Place>) {
  const place = id === undefined ? undefined : places.get(id);
  return {
    ...(place ? { place } : {}),
    ...(country === undefined ? {} : { countryName: countryName(country) }),
  };
}

/** The saved searches of a user with what they have found, for the data export, oldest first. */
export async function listOwnSavedSearches(
  db: Executor,
  userId: string,
): Promise<DataExport['savedSearches']> {
  const rows = await db
    .select({ row: savedSearches, dueAt: savedSearchAlerts.dueAt })
    .from(savedSearches)
    .leftJoin(savedSearchAlerts, eq(savedSearchAlerts.savedSearchId, savedSearches.id))
    .where(eq(savedSearches.userId, userId))
    .orderBy(asc(savedSearches.createdAt));
  const matches = await db
    .select({ match: savedSearchMatches })
    .from(savedSearchMatches)
    .innerJoin(savedSearches, eq(savedSearches.id, savedSearchMatches.savedSearchId))
    .where(eq(savedSearches.userId, userId))
    .orderBy(asc(savedSearchMatches.foundAt));
  return rows.map(({ row, dueAt }) => ({
    _id: row.id,
    name: row.name,
    search: row.search,
    frequency: row.frequency,
    createdAt: row.createdAt.toISOString(),
    searchSetAt: row.searchSetAt.toISOString(),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    lastAlertAt: row.lastAlertAt?.toISOString() ?? null,
    nextAlertAt: dueAt?.toISOString() ?? null,
    found: matches
      .filter(({ match }) => match.savedSearchId === row.id)
      .map(({ match }) => ({
        productId: match.productId,
        at: match.foundAt.toISOString(),
        alertedAt: match.alertedAt?.toISOString() ?? null,
      })),
  }));
}
