import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of offers to everyone who favourites a phone, part of the error catalogue. */
export const favouriteOfferErrors = {
  'favourite-offer.too-soon': {
    status: 409,
    title: 'You have sent an offer for this phone in the last 7 days',
  },
  'favourite-offer.no-recipients': {
    status: 409,
    title:
      'There is nobody to send an offer to: everyone who favourites this phone has an open one',
  },
  'offer.contact-missing': {
    status: 409,
    title: 'Accept this offer with your phone number and a meeting place',
  },
} as const satisfies ErrorDefinitions;

/**
 * Days after which a seller can send another offer for the same listing, and recipients of one at most: those
 * who favourited the phone last.
 */
export const favouriteOfferLimits = { days: 7, recipients: 500 } as const;

const params = Type.Object({ id: Id });

export const FavouriteOfferStatus = Type.Object({
  recipients: Type.Integer({ description: 'How many people have it among the favourites' }),
  nextAt: orNull(DateTime, { description: 'When another one can be sent; null: now' }),
  last: orNull(
    Type.Object({
      price: Dollars,
      recipients: Type.Integer(),
      at: DateTime,
      expiresAt: DateTime,
      accepted: Type.Boolean(),
    }),
  ),
});
export type FavouriteOfferStatus = Static<typeof FavouriteOfferStatus>;

export const getFavouriteOfferStatus = endpoint({
  method: 'GET',
  path: '/api/listings/:id/favourite-offers',
  summary:
    'Whether an offer can be sent to everyone who favourites an own listing, and the last one',
  access: 'seller',
  accessRule: "the product's seller",
  params,
  response: FavouriteOfferStatus,
  errors: ['product.not-found', 'product.not-owner'],
});

export const sendFavouriteOffer = endpoint({
  method: 'POST',
  path: '/api/listings/:id/favourite-offers',
  summary: 'Send an offer to everyone who favourites an own listing',
  access: 'seller',
  notSuspended: true,
  accessRule: "the product's seller, who does not learn who gets it",
  params,
  body: Type.Object({
    price: Type.Number({ description: 'US dollars, below the asking price' }),
  }),
  response: Inserted,
  errors: [
    'product.not-found',
    'product.not-owner',
    'product.sold',
    'favourite-offer.too-soon',
    'favourite-offer.no-recipients',
    'validation.failed',
  ],
});

export const orderOfferedPhone = endpoint({
  method: 'POST',
  path: '/api/offers/:id/order',
  summary: 'Accept an offer to everyone who favourites a phone, which orders it',
  access: 'user',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: 'one of its recipients; the first one gets the phone',
  params,
  body: Type.Object({
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    location: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: Inserted,
  errors: [
    'offer.not-found',
    'offer.closed',
    'offer.blocked',
    'offer.above-price',
    'product.not-found',
    'product.sold',
    'order.limit-reached',
    'validation.failed',
  ],
});
