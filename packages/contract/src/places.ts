import Type, { type Static } from 'typebox';
import { type DistanceKm, distancesKm } from './distances.ts';
import { endpoint } from './endpoint.ts';
import { listingLimits } from './listing-fields.ts';

/** Maximum number of places in a response. */
export const maxPlaceSuggestions = 10;

export const placeQueryLength = 100;

/** A city or town of the gazetteer. */
export const Place = Type.Object({
  _id: Type.Integer({ description: 'As in GeoNames' }),
  name: Type.String(),
  label: Type.String({
    description:
      'Name, state or province where addresses have it, and country; as the location of a listing, it names this place',
  }),
  country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
});
export type Place = Static<typeof Place>;

/** The filters of a product list by place. */
export const placeFilters = {
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2; where the phone is' }),
  ),
  place: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The id of a place; only phones there, or with `within`, around it',
    }),
  ),
  within: Type.Optional(
    Type.Unsafe<DistanceKm>({
      type: 'integer',
      enum: distancesKm,
      description: 'Kilometres from `place`, as the crow flies; only together with it',
    }),
  ),
};

export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/api/places',
  summary: 'Places whose name begins with a text, the largest first',
  access: 'public',
  query: Type.Object({
    q: Type.String({
      maxLength: placeQueryLength,
      description:
        'The beginning of a name, in any spelling; a state or country may follow after a comma',
    }),
  }),
  response: Type.Array(Place, { maxItems: maxPlaceSuggestions }),
  errors: [],
});

/** What a location names. Without `place` and `candidates`, no place of the gazetteer. */
export const LocationMatch = Type.Object({
  place: Type.Optional({ ...Place, description: 'The place that is certainly meant' }),
  country: Type.Optional(
    Type.String({ description: 'ISO 3166-1 alpha-2; also where only the country is certain' }),
  ),
  candidates: Type.Array(Place, {
    maxItems: maxPlaceSuggestions,
    description: 'Without `place`: the places that can be meant, the largest first',
  }),
});
export type LocationMatch = Static<typeof LocationMatch>;

export const matchLocation = endpoint({
  method: 'GET',
  path: '/api/places/match',
  summary: 'The place that the location of a listing names',
  access: 'public',
  query: Type.Object({
    location: Type.String({ minLength: 1, maxLength: listingLimits.location }),
  }),
  response: LocationMatch,
  errors: [],
});
