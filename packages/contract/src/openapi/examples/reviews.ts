import type { EndpointExamples } from '../example.ts';
import { maskedProduct, order, product, seller } from './fixtures.ts';

export const reviewId = '0199f2c0-1a00-7000-8000-000000000f01';

const params = { id: order._id };
const content = {
  stars: 5,
  text: 'The phone is as described, and we met on time.',
  points: { asDescribed: 5, communication: 5, handover: 4 },
};
const reply = { text: 'Thank you, enjoy the phone!', at: '2026-11-22T10:00:00.000Z' };
const rating = { average: 4.17, count: 1 };
const publishedAt = '2026-11-22T09:00:00.000Z';

export const reviewExamples = {
  getProfile: {
    tag: 'Reviews',
    description:
      'What is public about a seller: reviews, completed sales, how often the phones were as described, phones on offer and sold ones. Averages are Bayesian: they start from five reviews with four stars. People who only buy have a profile once there are reviews about them.',
    params: { id: seller._id },
    response: {
      _id: seller._id,
      name: seller.name,
      photo: null,
      seller: true,
      since: '2026-10-01T08:00:00.000Z',
      varified: true,
      place: product.location,
      completedSales: 1,
      gradeAccuracy: { sales: 1, asDescribed: 1 },
      answersWithinHours: null,
      ratings: {
        seller: {
          ...rating,
          stars: [0, 0, 0, 0, 1],
          points: {
            asDescribed: rating,
            communication: rating,
            handover: { average: 4, count: 1 },
          },
        },
        buyer: null,
      },
      current: [],
      currentCount: 0,
      sold: [{ ...maskedProduct, status: 'Sold', isPaid: true, advertised: false }],
      soldCount: 1,
    },
  },
  listReviews: {
    tag: 'Reviews',
    description:
      'Published reviews, newest first. The reviews of an order are published together when both parties have written one, or 14 days after the order ended.',
    params: { id: seller._id },
    query: {},
    response: {
      reviews: [
        {
          _id: reviewId,
          by: 'buyer',
          authorName: 'Nora L.',
          authorPhoto: null,
          phone: product.name,
          content,
          publishedAt,
          removedAt: null,
          reply,
        },
      ],
      nextBefore: null,
    },
  },
  getOrderReviews: {
    tag: 'Reviews',
    description:
      'The own review, whether the other party has written one, and its content once both are published.',
    params,
    response: {
      party: 'buyer',
      otherName: seller.name,
      closesAt: null,
      own: {
        ...content,
        _id: reviewId,
        publishedAt,
        removedAt: null,
        removalReason: null,
        reply,
      },
      otherWritten: false,
      other: null,
    },
  },
  writeReview: {
    tag: 'Reviews',
    description:
      'Reviews the other party, within 14 days after the order was completed or refunded. Until it is published, another call replaces it. If the other party has written one, both are published now.',
    params,
    body: content,
    response: { acknowledged: true, insertedId: reviewId },
    errors: {
      'review.not-open': { detail: 'The time for reviews of this order has ended' },
      'validation.failed': {
        detail: 'Only the buyer can say whether the phone is as described',
        field: 'body.points.asDescribed',
      },
    },
  },
  replyToReview: {
    tag: 'Reviews',
    description: 'A public reply to a published review. It cannot be changed.',
    params: { id: reviewId },
    body: { text: reply.text },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: { 'validation.failed': { detail: 'Write something', field: 'body.text' } },
  },
  removeReview: {
    tag: 'Reviews',
    description:
      'Takes the content of a review off the site, and out of the averages. A placeholder stays, and the author reads the reason. Requires a recent sign-in.',
    params: { id: reviewId },
    body: { reason: 'It contains the private address of the seller.' },
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'Give a reason, which the author reads',
        field: 'body.reason',
      },
    },
  },
} as const satisfies EndpointExamples<
  | 'getProfile'
  | 'listReviews'
  | 'getOrderReviews'
  | 'writeReview'
  | 'replyToReview'
  | 'removeReview'
>;
