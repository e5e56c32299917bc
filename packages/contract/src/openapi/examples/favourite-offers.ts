import type { EndpointExamples } from '../example.ts';
import { order, product } from './fixtures.ts';

const favouriteOfferId = '018f6c1e-5a00-7000-8000-00000000000f';
const params = { id: product._id };

export const favouriteOfferExamples = {
  getFavouriteOfferStatus: {
    tag: 'Offers',
    description:
      'The number of people who favourite the phone, at most 500. Those with an open offer on it, and those with a block between them and the seller, get no other one, which the number does not say: the seller would learn who they are.',
    params,
    response: {
      recipients: 1,
      nextAt: '2026-11-29T09:00:00.000Z',
      last: {
        price: 300,
        recipients: 1,
        at: '2026-11-22T09:00:00.000Z',
        expiresAt: '2026-11-24T09:00:00.000Z',
        accepted: false,
      },
    },
  },
  sendFavouriteOffer: {
    tag: 'Offers',
    description:
      'Each recipient gets an offer of the seller that is open for 48 hours, in `GET /api/offers`, and a notification. The first one who accepts gets the phone. Once in 7 days for a listing, to at most 500 people. The seller learns how many there are, and who has accepted.',
    params,
    body: { price: 300 },
    response: { acknowledged: true, insertedId: favouriteOfferId },
    errors: {
      'product.sold': { detail: `${product.name} has just been sold` },
      'validation.failed': { detail: 'Offer less than the price of $345.50', field: 'body.price' },
    },
  },
  orderOfferedPhone: {
    tag: 'Offers',
    description:
      'Phone number and meeting place are for the order, as with any offer; it is held for `OFFER_RESERVATION_MINUTES`. Returns the id of the order, also when repeated. While somebody else holds the phone, it answers with `product.sold`; the offer stays open, since the phone may return.',
    params: { id: '018f6c1e-5a00-7000-8000-00000000000b' },
    body: { phone: order.phone, location: order.location },
    response: { acknowledged: true, insertedId: '018f6c1e-5a00-7000-8000-00000000000e' },
    errors: {
      'product.sold': { detail: `${product.name} has just been sold` },
      'order.limit-reached': {
        detail: 'You already hold 10 unpaid orders: pay or cancel one of them first',
      },
      'validation.failed': { detail: 'Please provide a valid phone number', field: 'body.phone' },
    },
  },
} as const satisfies EndpointExamples<
  'getFavouriteOfferStatus' | 'sendFavouriteOffer' | 'orderOfferedPhone'
>;
