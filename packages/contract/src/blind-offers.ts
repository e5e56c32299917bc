import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';
import { orderStates } from './orders.ts';

/** Errors of blind offers, part of the error catalogue. */
export const blindOfferErrors = {
  'blind-offer.limit-reached': {
    status: 409,
    title: 'You have no blind offer on this phone left',
  },
} as const satisfies ErrorDefinitions;

/**
 * Blind offers of a buyer on a listing, and the hours for which a buyer cannot offer less after a match
 * that was not paid.
 */
export const blindOfferLimits = { perListing: 3, barredHours: 48 } as const;

/** How far below the seller's floor a ceiling is at most, in per cent of the floor. */
export const blindBands = ['within-5', 'within-15', 'more'] as const;
export type BlindBand = (typeof blindBands)[number];

const band = orNull(Type.Enum(blindBands), {
  description:
    'How far apart the limits are, in per cent of the lowest price; null if they match. Without a lowest price: `more`',
});

export const BlindResult = Type.Object({
  match: Type.Boolean(),
  band,
  price: orNull(Dollars, { description: 'The price of the order, if the limits match' }),
  order: orNull(Id),
  left: Type.Integer({ description: 'Blind offers of the caller that are left on this phone' }),
});
export type BlindResult = Static<typeof BlindResult>;

export const BlindOffer = Type.Object({
  _id: Id,
  at: DateTime,
  ceiling: orNull(Dollars, {
    description: 'The highest price of the caller; null for the seller, who never reads it',
  }),
  band,
  order: orNull(Type.Object({ _id: Id, state: Type.Enum(orderStates) }), {
    description: 'The order, if the limits matched',
  }),
});
export type BlindOffer = Static<typeof BlindOffer>;

/** The blind offers on a listing that its reader may see. */
export const BlindOffers = Type.Object({
  left: orNull(Type.Integer(), {
    description: 'Blind offers that the caller has left; null for the seller of the phone',
  }),
  made: Type.Array(BlindOffer),
});
export type BlindOffers = Static<typeof BlindOffers>;

const params = Type.Object({ id: Id });

export const makeBlindOffer = endpoint({
  method: 'POST',
  path: '/api/listings/:id/blind-offers',
  summary: 'Compare a highest price with the lowest price of the seller, unseen by each other',
  access: 'user',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: 'not for an own phone',
  params,
  body: Type.Object({
    ceiling: Type.Number({ description: 'The highest price, in whole US dollars' }),
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    location: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: BlindResult,
  errors: [
    'product.not-found',
    'product.own-product',
    'product.sold',
    'blind-offer.limit-reached',
    'offer.blocked',
    'order.limit-reached',
    'validation.failed',
  ],
});

export const listBlindOffers = endpoint({
  method: 'GET',
  path: '/api/listings/:id/blind-offers',
  summary: "The caller's blind offers on a phone, or all on an own one",
  access: 'user',
  params,
  response: BlindOffers,
  errors: ['product.not-found'],
});
