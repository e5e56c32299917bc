import Type, { type Static } from 'typebox';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Modified, orNull } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { Dollars } from './money.ts';

/** Errors of reviews of risky listings, part of the error catalogue. */
export const riskErrors = {
  'risk.not-held': { status: 404, title: 'This listing does not wait for a review' },
  'risk.own-listing': { status: 403, title: 'This is your own listing' },
} as const satisfies ErrorDefinitions;

/** What makes a listing risky. */
export const riskCodes = [
  'price-low',
  'new-seller',
  'photo-seen',
  'contact-data',
  'imei',
  'refunds',
  'removed-seller',
  'word-list',
] as const;
export type RiskCode = (typeof riskCodes)[number];

/**
 * What each part adds to the risk score of a listing, which is their sum, at most 100. The numbers are
 * this project's choice: two strong signs, or one and several weak ones, exceed the default of
 * `HOLD_LISTINGS_ABOVE` (60).
 */
export const riskWeights: Readonly<Record<RiskCode, number>> = {
  'price-low': 30,
  'new-seller': 15,
  'photo-seen': 35,
  'contact-data': 10,
  imei: 30,
  refunds: 20,
  'removed-seller': 35,
  // Of one word; each has a weight of its own.
  'word-list': 15,
};
export const maxRiskScore = 100;

/** The limits of the parts. */
export const riskRules = {
  /** Days after sign-up for which a seller without a completed sale is new. */
  newSellerDays: 14,
  /** Days in which refunds of a seller count, and how many of the ended sales there have to be. */
  refundDays: 180,
  minRefunds: 3,
  minRefundShare: 1 / 3,
  /** The score from which the moderators' list has a listing that is not held. */
  minListedScore: 30,
  /** The longest list that one response has. */
  maxListed: 100,
} as const;

/** What each part is called for moderators. */
export const riskLabels: Readonly<Record<RiskCode, string>> = {
  'price-low': 'Price far below the estimate',
  'new-seller': 'New seller',
  'photo-seen': 'Photo of another seller',
  'contact-data': 'Contact data in the text',
  imei: 'Contradictions about the device',
  refunds: 'Many refunds',
  'removed-seller': 'Device or bank account of a removed seller',
  'word-list': 'Listed words in the text',
};

/** What the seller of a held listing reads: what to correct, not how the check works. */
export const riskExplanations: Readonly<Record<RiskCode, string>> = {
  'price-low': 'The price is far below what phones like this sell for.',
  'new-seller': 'You have not sold anything here yet.',
  'photo-seen': 'A photo looks like one that somebody else uploaded before. Use your own photos.',
  'contact-data': 'The text has contact data. Take it out: buyers can write to you here.',
  imei: 'What the listing says does not fit the history of this device.',
  refunds: 'Several of your sales were refunded lately.',
  'removed-seller': 'A moderator has to look at what this account has in common with another one.',
  'word-list': 'The text has words that we look at, such as those for payment outside of Redial.',
};

/** One part of a risk score. */
export const RiskPart = Type.Object({
  code: Type.Enum(riskCodes),
  weight: Type.Integer({ minimum: 1, description: 'What it adds to the score where it applies' }),
  applies: Type.Boolean(),
  detail: orNull(Type.String(), {
    description: 'The figures of a part that applies, for moderators',
  }),
});
export type RiskPart = Static<typeof RiskPart>;

/** A risk score and what it is the sum of. */
export const RiskScore = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: maxRiskScore }),
  parts: Type.Array(RiskPart),
});

/** A listing with its risk score. `_id` is the product id. */
export const RiskyListing = Type.Object({
  _id: Id,
  name: Type.String(),
  img: Type.String(),
  price: Dollars,
  sellerId: Id,
  sellerName: Type.String(),
  postedAt: DateTime,
  ...RiskScore.properties,
  held: Type.Boolean({ description: 'Whether it is hidden until a moderator has decided' }),
  assessedAt: DateTime,
});
export type RiskyListing = Static<typeof RiskyListing>;

export const listRiskyListings = endpoint({
  method: 'GET',
  path: '/api/risky-listings',
  summary: `Listings that are held for review, then risky ones; each with the highest score first, at most ${riskRules.maxListed}`,
  access: 'admin',
  staff: ['moderator'],
  response: Type.Object({
    holdAbove: Type.Integer({ description: 'The score above which listings are held' }),
    listings: Type.Array(RiskyListing),
  }),
  errors: [],
});

export const decideHeldListing = endpoint({
  method: 'POST',
  path: '/api/risky-listings/:id/decision',
  summary: 'Release a listing that is held for review, or refuse it, which takes it off the market',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'held-listing.decided',
  accessRule: 'not of an own listing, nor of a person with whom one has an open order',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    released: Type.Boolean(),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'For the audit log; the seller does not read it',
    }),
  }),
  response: Modified,
  errors: ['risk.not-held', 'risk.own-listing', 'moderation.person-protected', 'validation.failed'],
});

/** What the seller sees of the review of a listing. */
export const ListingReview = Type.Object({
  held: Type.Boolean(),
  heldAt: orNull(DateTime),
  reasons: Type.Array(Type.String(), { description: 'What the check has found, in plain words' }),
});
export type ListingReview = Static<typeof ListingReview>;

export const getListingReview = endpoint({
  method: 'GET',
  path: '/api/listings/:id/review',
  summary: 'Whether an own listing is held for review, and why',
  access: 'seller',
  accessRule: "the product's seller",
  params: Type.Object({ id: Id }),
  response: ListingReview,
  errors: ['product.not-found', 'product.not-owner'],
});
