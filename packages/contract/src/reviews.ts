import Type, { type Static } from 'typebox';
import { Product } from './catalogue.ts';
import type { ErrorDefinitions } from './common-errors.ts';
import { DateTime, Id, Inserted, Modified, orNull, type Party, parties } from './common-schemas.ts';
import { endpoint } from './endpoint.ts';
import { UserPhoto } from './profile-photos.ts';

/** Errors of reviews and public profiles, part of the error catalogue. */
export const reviewErrors = {
  'profile.not-found': { status: 404, title: 'There is no such profile' },
  'review.not-found': { status: 404, title: 'There is no such review' },
  'review.not-open': { status: 409, title: 'This order cannot be reviewed now' },
  'review.published': { status: 409, title: 'A published review cannot be changed' },
  'review.replied': { status: 409, title: 'You have replied to this review already' },
  'review.own': { status: 403, title: 'You are a party of this review' },
} as const satisfies ErrorDefinitions;

/** Days after the end of an order in which both parties can review it. */
export const reviewDays = 14;

/** Lengths in characters. */
export const reviewLimits = { text: 1000, reply: 500, reason: 500 } as const;

/** Number of reviews on a page of the list. */
export const reviewsPerPage = 20;
/** Number of phones of each kind on a profile. */
export const profilePhones = 12;

/** What is rated besides the whole, each from 1 to 5. */
export const reviewPoints = ['asDescribed', 'communication', 'handover'] as const;
export type ReviewPoint = (typeof reviewPoints)[number];

/** The points that each party rates: only the buyer can say whether the phone is as described. */
export const reviewPointsOf = {
  buyer: ['asDescribed', 'communication', 'handover'],
  seller: ['communication', 'handover'],
} as const satisfies Record<Party, readonly ReviewPoint[]>;

/**
 * The reviews that every average starts from, so that a single one decides little. Reviews of
 * marketplaces are mostly very good, hence 4; the weight of 5 is this project's choice.
 */
const prior = { stars: 4, reviews: 5 } as const;

/**
 * The Bayesian average of a number of ratings.
 *
 * @param sum of the stars.
 * @returns stars with two decimals.
 */
export const bayesianAverage = (sum: number, count: number): number =>
  Math.round(((prior.stars * prior.reviews + sum) / (prior.reviews + count)) * 100) / 100;

const Stars = Type.Integer({ minimum: 1, maximum: 5 });
const Points = Type.Object({
  asDescribed: Type.Optional(Stars),
  communication: Type.Optional(Stars),
  handover: Type.Optional(Stars),
});
export type ReviewPoints = Static<typeof Points>;

/** Path of the public page of a seller, or of a buyer with reviews. */
export const profilePath = (id: string): string => `/sellers/${id}`;

/** What a party says about the other. */
export const ReviewContent = Type.Object({
  stars: Stars,
  text: Type.String({ maxLength: reviewLimits.text }),
  points: Points,
});
export type ReviewContent = Static<typeof ReviewContent>;

const Average = Type.Object({
  average: Type.Number({ minimum: 1, maximum: 5, description: 'A Bayesian average' }),
  count: Type.Integer({ minimum: 1, description: 'The number of reviews that it is from' }),
});
export type RatingAverage = Static<typeof Average>;

export const Rating = Type.Object({
  ...Average.properties,
  stars: Type.Array(Type.Integer(), {
    minItems: 5,
    maxItems: 5,
    description: 'The number of reviews with one star to five stars',
  }),
  points: Type.Object({
    asDescribed: orNull(Average),
    communication: orNull(Average),
    handover: orNull(Average),
  }),
});
export type Rating = Static<typeof Rating>;

/** A seller on the page of a product. */
export const SellerSummary = Type.Object({
  _id: Id,
  photo: UserPhoto,
  rating: orNull(Average),
});

/** Within how many hours a seller usually answers, as profiles tell it. */
export const answerTimes = [1, 4, 24, 72] as const;

export const Profile = Type.Object({
  _id: Id,
  name: Type.String({ description: 'Of somebody who only buys, the first name and an initial' }),
  photo: UserPhoto,
  seller: Type.Boolean({ description: 'Whether this person sells' }),
  since: DateTime,
  varified: Type.Boolean(),
  place: orNull(Type.String({ description: 'The location of the newest listing' })),
  completedSales: Type.Integer({ minimum: 0 }),
  gradeAccuracy: orNull(
    Type.Object({
      sales: Type.Integer({ minimum: 1 }),
      asDescribed: Type.Integer({
        minimum: 0,
        description: 'Those in which no dispute "not as described" was upheld',
      }),
    }),
  ),
  answersWithinHours: orNull(
    Type.Enum(answerTimes, {
      description:
        'Within how many hours the seller usually answers the first message of a buyer; null if that takes longer, or too few have asked',
    }),
  ),
  ratings: Type.Object({
    seller: orNull(Rating),
    buyer: orNull(Rating),
  }),
  current: Type.Array(Product, { maxItems: profilePhones, description: 'The newest on offer' }),
  currentCount: Type.Integer({ minimum: 0 }),
  sold: Type.Array(Product, { maxItems: profilePhones, description: 'The newest that are sold' }),
  soldCount: Type.Integer({ minimum: 0 }),
});
export type Profile = Static<typeof Profile>;

const Reply = Type.Object({ text: Type.String(), at: DateTime });

/** A published review. One that was removed is a placeholder. */
export const Review = Type.Object({
  _id: Id,
  by: Type.Enum(parties, { description: 'As whom the author took part in the order' }),
  authorName: orNull(
    Type.String({ description: 'First name and initial; null for a deleted account' }),
  ),
  authorPhoto: UserPhoto,
  phone: Type.String({ description: 'The name of the ordered phone' }),
  content: orNull(ReviewContent, { description: 'Null if a moderator has removed the review' }),
  publishedAt: DateTime,
  removedAt: orNull(DateTime),
  reply: orNull(Reply),
});
export type Review = Static<typeof Review>;

export const ReviewList = Type.Object({
  reviews: Type.Array(Review, { description: 'Newest first' }),
  nextBefore: orNull(Id, { description: '`before` of the next page' }),
});
export type ReviewList = Static<typeof ReviewList>;

const OwnReview = Type.Object({
  ...ReviewContent.properties,
  _id: Id,
  publishedAt: orNull(DateTime),
  removedAt: orNull(DateTime),
  removalReason: orNull(Type.String({ description: 'For the author only' })),
  reply: orNull(Reply),
});

/** The reviews of an order as one of its parties sees them. */
export const OrderReviews = Type.Object({
  party: Type.Enum(parties),
  otherName: Type.String(),
  closesAt: orNull(DateTime, { description: 'Until when a review can be written or changed' }),
  own: orNull(OwnReview),
  otherWritten: Type.Boolean({ description: 'Whether the other party has written a review' }),
  other: orNull(Type.Pick(Review, ['_id', 'content', 'publishedAt', 'removedAt', 'reply']), {
    description: 'Null until both are published',
  }),
});
export type OrderReviews = Static<typeof OrderReviews>;

const params = Type.Object({ id: Id });

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/sellers/:id',
  summary: 'The public profile of a seller, or of a buyer with reviews',
  access: 'public',
  params,
  response: Profile,
  errors: ['profile.not-found'],
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/sellers/:id/reviews',
  summary: 'The published reviews about somebody',
  access: 'public',
  params,
  query: Type.Object({
    before: Type.Optional(Type.String({ format: 'uuid', description: 'Continues the list' })),
  }),
  response: ReviewList,
  errors: ['profile.not-found'],
});

export const getOrderReviews = endpoint({
  method: 'GET',
  path: '/api/orders/:id/review',
  summary: 'The reviews of an order',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  params,
  response: OrderReviews,
  errors: ['order.not-found'],
});

export const writeReview = endpoint({
  method: 'POST',
  path: '/api/orders/:id/review',
  summary: 'Review the other party of an order that has ended',
  access: 'user',
  accessRule: 'the buyer or the seller of the order',
  notSuspended: true,
  params,
  body: ReviewContent,
  response: Inserted,
  errors: ['order.not-found', 'review.not-open', 'review.published', 'validation.failed'],
});

export const replyToReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/reply',
  summary: 'Reply to a review, once',
  access: 'user',
  accessRule: 'the person whom the review is about',
  notSuspended: true,
  params,
  body: Type.Object({ text: Type.String({ maxLength: reviewLimits.reply }) }),
  response: Modified,
  errors: ['review.not-found', 'review.replied', 'validation.failed'],
});

export const removeReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/removal',
  summary: 'Remove a published review, leaving a placeholder',
  access: 'admin',
  staff: ['moderator'],
  stepUp: true,
  audit: 'review.removed',
  accessRule: 'not a party of the order',
  params,
  body: Type.Object({ reason: Type.String({ maxLength: reviewLimits.reason }) }),
  response: Modified,
  errors: ['review.not-found', 'review.own', 'validation.failed'],
});
