import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, Modified, orNull, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars, formatPrice, priceLimits, toCents, toDollars } from './money.ts';
import { orderStates } from './orders.ts';

/** Errors of offers, part of the error catalogue. */
export const offerErrors = {
  'offer.not-found': { status: 404, title: 'There is no such offer' },
  'offer.already-open': { status: 409, title: 'There is an open offer on this phone already' },
  'offer.limit-reached': {
    status: 409,
    title: 'You have made as many offers on this phone as possible',
  },
  'offer.closed': { status: 409, title: 'This offer is no longer open' },
  'offer.not-your-turn': { status: 409, title: 'The other side answers this offer' },
  'offer.above-price': { status: 409, title: 'The phone costs less than this offer by now' },
  'offer.buyer-at-limit': {
    status: 409,
    title: 'The buyer cannot reserve another phone at the moment: try again later',
  },
  'offer.below-match': {
    status: 409,
    title: 'You agreed on a higher price for this phone, and the order was closed unpaid',
  },
  'offer.blocked': { status: 403, title: 'You cannot make an offer to this person' },
} as const satisfies ErrorDefinitions;

/**
 * How many offers a buyer can make on a listing, and the hours for which an offer is open. The hours
 * are those of eBay's Best Offer
 * (https://developer.ebay.com/api-docs/user-guides/static/trading-user-guide/best-offers-counter.html).
 */
export const offerLimits = { perListing: 3, hours: 48 } as const;

/** States of an offer; `docs/orders.md` has the transitions. */
export const offerStates = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  'voided',
] as const;
export type OfferState = (typeof offerStates)[number];

/** Path of the page with the reader's offers. */
export const offersPath = '/dashboard/offers';

export const Offer = Type.Object({
  _id: Id,
  product: Type.Object({
    _id: Id,
    name: Type.String(),
    img: Type.String(),
    price: Type.Number({ description: 'The asking price, in US dollars' }),
  }),
  role: Type.Enum(parties, { description: 'As whom the caller takes part' }),
  partner: orNull(Type.String(), {
    description: 'The name of the other side, contact data hidden; null if the account is deleted',
  }),
  madeBy: Type.Enum(parties),
  toFavourites: Type.Boolean({
    description: 'Whether the seller sent it to everyone who favourites the phone',
  }),
  price: Dollars,
  state: Type.Enum(offerStates),
  answers: orNull(Id, { description: 'The offer that this one answers, if it is a counter-offer' }),
  at: DateTime,
  expiresAt: DateTime,
  closedAt: orNull(DateTime),
  order: orNull(Type.Object({ _id: Id, state: Type.Enum(orderStates) }), {
    description: 'The order of an accepted offer',
  }),
  reserved: Type.Boolean({ description: 'Open, and somebody else holds the phone at the moment' }),
});
export type Offer = Static<typeof Offer>;

const params = Type.Object({ id: Id });
const price = Type.Number({ description: 'US dollars, at most the asking price' });

export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/listings/:id/offers',
  summary: 'Offer a price for a phone',
  access: 'user',
  verifiedEmail: true,
  notSuspended: true,
  accessRule: 'not for an own phone',
  params,
  body: Type.Object({
    price,
    phone: Type.String({ minLength: 1, maxLength: 40 }),
    location: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  response: Inserted,
  errors: [
    'product.not-found',
    'product.own-product',
    'product.sold',
    'offer.already-open',
    'offer.limit-reached',
    'offer.below-match',
    'offer.blocked',
    'validation.failed',
  ],
});

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  summary: "The caller's offers, as buyer and as seller",
  access: 'user',
  response: Type.Array(Offer),
  errors: [],
});

export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/acceptance',
  summary: 'Accept an offer, which orders the phone for its buyer',
  access: 'user',
  notSuspended: true,
  accessRule: 'the side that did not make the offer',
  params,
  response: Inserted,
  errors: [
    'offer.not-found',
    'offer.not-your-turn',
    'offer.closed',
    'offer.contact-missing',
    'offer.above-price',
    'offer.buyer-at-limit',
    'product.not-found',
    'product.sold',
    'order.limit-reached',
  ],
});

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/decline',
  summary: 'Decline an offer',
  access: 'user',
  accessRule: 'the side that did not make the offer',
  params,
  response: Modified,
  errors: ['offer.not-found', 'offer.not-your-turn', 'offer.closed'],
});

export const counterOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/counter',
  summary: 'Answer an offer with another price, which voids it',
  access: 'user',
  notSuspended: true,
  accessRule: 'the side that did not make the offer',
  params,
  body: Type.Object({ price }),
  response: Inserted,
  errors: [
    'offer.not-found',
    'offer.not-your-turn',
    'offer.closed',
    'offer.contact-missing',
    'offer.limit-reached',
    'offer.below-match',
    'offer.blocked',
    'product.not-found',
    'product.sold',
    'validation.failed',
  ],
});

export const withdrawOffer = endpoint({
  method: 'POST',
  path: '/api/offers/:id/withdrawal',
  summary: 'Withdraw an own offer',
  access: 'user',
  accessRule: 'the buyer who made the offer',
  params,
  response: Modified,
  errors: ['offer.not-found', 'offer.closed'],
});

/** How a seller answers new offers automatically; null: no such limit. */
export const OfferRules = Type.Object({
  acceptFrom: orNull(Dollars, { description: 'Offers of this price and above are accepted' }),
  declineBelow: orNull(Dollars, { description: 'Offers below this price are declined' }),
  blindFloor: orNull(Dollars, {
    description: 'The lowest price for blind offers, in whole dollars; only the seller reads it',
  }),
});
export type OfferRules = Static<typeof OfferRules>;

export const getOfferRules = endpoint({
  method: 'GET',
  path: '/api/listings/:id/offer-rules',
  summary: 'Which offers on an own listing are answered automatically',
  access: 'seller',
  accessRule: "the product's seller",
  params,
  response: OfferRules,
  errors: ['product.not-found', 'product.not-owner'],
});

export const setOfferRules = endpoint({
  method: 'PUT',
  path: '/api/listings/:id/offer-rules',
  summary: 'Accept or decline offers on a listing automatically',
  access: 'seller',
  accessRule: "the product's seller",
  params,
  body: OfferRules,
  response: Modified,
  errors: ['product.not-found', 'product.not-owner', 'validation.failed'],
});

/** Finds the first invalid field of the rules; the form and the API use the same checks. */
export function validateOfferRules({
  acceptFrom,
  declineBelow,
  blindFloor,
}: OfferRules): { field: keyof OfferRules; message: string } | undefined {
  const { minCents, maxCents } = priceLimits;
  for (const [field, dollars] of Object.entries({ acceptFrom, declineBelow, blindFloor })) {
    if (dollars === null) continue;
    const cents = toCents(dollars);
    if (cents === undefined || cents < minCents || cents > maxCents) {
      const range = `${formatPrice(toDollars(minCents))} to ${formatPrice(toDollars(maxCents))}`;
      return {
        field: field as keyof OfferRules,
        message: `Enter a price from ${range}, in whole cents`,
      };
    }
  }
  if (blindFloor !== null && !Number.isInteger(blindFloor)) {
    return { field: 'blindFloor', message: 'Enter whole dollars, such as 250' };
  }
  if (acceptFrom !== null && declineBelow !== null && declineBelow > acceptFrom) {
    return {
      field: 'declineBelow',
      message: `Offers from ${formatPrice(acceptFrom)} are accepted: decline below that or less`,
    };
  }
  return undefined;
}
