import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Deleted, Id, Modified } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';

/** Errors of favourites, part of the error catalogue. */
export const favouriteErrors = {
  'favourite.own-product': { status: 409, title: 'This is your own phone' },
  'favourite.too-many': { status: 409, title: 'You have as many favourites as possible' },
} as const satisfies ErrorDefinitions;

/** Favourites of a user at most. */
export const maxFavourites = 200;

export const Favourites = Type.Object({
  ids: Type.Array(Id, { description: 'The phones, those added last first' }),
  favourites: Type.Array(Type.Object({ product: Product, addedAt: DateTime }), {
    description: 'Empty with `only=ids`',
  }),
});
export type Favourites = Static<typeof Favourites>;

const params = Type.Object({ listingId: Id });

export const listFavourites = endpoint({
  method: 'GET',
  path: '/api/favourites',
  summary: "The caller's favourites, sold ones included",
  access: 'user',
  query: Type.Object({
    only: Type.Optional(Type.Literal('ids', { description: 'Without the products' })),
  }),
  response: Favourites,
  errors: [],
});

export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/favourites/:listingId',
  summary: 'Add a phone to the favourites',
  access: 'user',
  accessRule: "not the caller's own phone",
  params,
  response: Modified,
  errors: ['product.not-found', 'favourite.own-product', 'favourite.too-many'],
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:listingId',
  summary: 'Remove a phone from the favourites',
  access: 'user',
  accessRule: "other people's favourites are ignored",
  params,
  response: Deleted,
  errors: [],
});
