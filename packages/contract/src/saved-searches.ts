import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, Inserted, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Place } from './places.ts';
import { FacetQuery } from './search.ts';

/** Errors of saved searches, part of the error catalogue. */
export const savedSearchErrors = {
  'saved-search.not-found': { status: 404, title: 'This saved search does not exist' },
  'saved-search.too-many': { status: 409, title: 'You have as many saved searches as possible' },
} as const satisfies ErrorDefinitions;

/** Saved searches of a user at most. */
export const maxSavedSearches = 50;

/** Length of the name of a saved search, in characters. */
export const savedSearchNameLength = { min: 1, max: 60 } as const;

/**
 * How often the new phones of a saved search are announced: soon after they are listed, in one alert a
 * day, or in one a week.
 */
export const alertFrequencies = ['instant', 'daily', 'weekly'] as const;
export type AlertFrequency = (typeof alertFrequencies)[number];

const name = Type.String({
  minLength: savedSearchNameLength.min,
  maxLength: savedSearchNameLength.max,
});
const frequency = Type.Enum(alertFrequencies);

export const SavedSearch = Type.Object({
  _id: Id,
  name,
  search: Type.Object(FacetQuery.properties, { description: 'The text and the filters' }),
  place: Type.Optional({ ...Place, description: 'The place among the filters' }),
  countryName: Type.Optional(Type.String({ description: 'Of the country among the filters' })),
  frequency,
  paused: Type.Boolean({ description: 'Paused searches find nothing, and are not made up for' }),
  createdAt: DateTime,
  found: Type.Integer({ minimum: 0, description: 'New phones that it has found in 30 days' }),
  lastFoundAt: orNull(DateTime),
});
export type SavedSearch = Static<typeof SavedSearch>;

/** Path of the page with the results of a search, newest first. */
export const savedSearchHref = (search: FacetQuery): string => {
  const params = Object.entries(search).filter(([, value]) => value !== false);
  return `/search?${new URLSearchParams([...params.map(([key, value]) => [key, String(value)]), ['sort', 'newest']])}`;
};

const params = Type.Object({ id: Id });

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  summary: "The caller's saved searches",
  access: 'user',
  response: Type.Array(SavedSearch),
  errors: [],
});

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  summary: 'Save a search, to be notified of new phones',
  access: 'user',
  body: Type.Object({ name, search: FacetQuery, frequency }),
  response: Inserted,
  errors: ['saved-search.too-many', 'validation.failed'],
});

export const changeSavedSearch = endpoint({
  method: 'PATCH',
  path: '/api/saved-searches/:id',
  summary: 'Change a saved search, pause it or resume it',
  access: 'user',
  accessRule: "other people's saved searches do not exist for the caller",
  params,
  body: Type.Partial(Type.Object({ name, search: FacetQuery, frequency, paused: Type.Boolean() })),
  response: Modified,
  errors: ['saved-search.not-found', 'validation.failed'],
});

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  summary: 'Delete a saved search',
  access: 'user',
  accessRule: "other people's saved searches are ignored",
  params,
  response: Deleted,
  errors: [],
});
