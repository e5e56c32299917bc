import type { EndpointExamples } from '../example.ts';
import { buyer, order, product } from './fixtures.ts';

const id = '018f6c1e-5a00-7000-8000-00000000000b';
const params = { id };
const sold = { 'product.sold': { detail: `${product.name} has just been sold` } } as const;
const tooHigh = {
  'validation.failed': { detail: 'Offer at most the price of $345.50', field: 'body.price' },
} as const;

const holdsTooMany = {
  'order.limit-reached': {
    detail: 'You already hold 10 unpaid orders: pay or cancel one of them first',
  },
} as const;
const rules = { acceptFrom: 330, declineBelow: 250, blindFloor: 290 };
const belowMatch = {
  'offer.below-match': {
    detail:
      'You agreed on $345.50 for this phone, and the order was closed unpaid: for 48 hours after that, offer that or more',
  },
} as const;

export const offerExamples = {
  makeOffer: {
    tag: 'Offers',
    description:
      'Makes an offer, which is open for 48 hours. A buyer can make three on a listing, counter-offers included, and one at a time. The rules of the seller accept or decline it at once. Phone number and meeting place are for the order; the seller sees the place with the order, and the number once it is paid.',
    params: { id: product._id },
    body: { price: 300, phone: order.phone, location: order.location },
    response: { acknowledged: true, insertedId: id },
    errors: { ...sold, ...tooHigh, ...holdsTooMany, ...belowMatch },
  },
  listOffers: {
    tag: 'Offers',
    description:
      'Open ones first, each newest first. They are deleted 90 days after they have ended.',
    response: [
      {
        _id: id,
        product: {
          _id: product._id,
          name: product.name,
          img: product.img,
          price: product.resalePrice,
        },
        role: 'seller',
        partner: buyer.name,
        madeBy: 'buyer',
        toFavourites: false,
        price: 300,
        state: 'open',
        answers: null,
        at: '2026-11-22T09:00:00.000Z',
        expiresAt: '2026-11-24T09:00:00.000Z',
        closedAt: null,
        order: null,
        reserved: false,
      },
    ],
  },
  acceptOffer: {
    tag: 'Offers',
    description:
      'Orders the phone at the offered price for the buyer, who pays within `OFFER_RESERVATION_MINUTES`. Nobody else can order it meanwhile. Returns the id of the order; repeated, the same.',
    params,
    response: { acknowledged: true, insertedId: order._id },
    errors: { ...sold, ...holdsTooMany },
  },
  declineOffer: {
    tag: 'Offers',
    description: 'Declines an offer. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
  counterOffer: {
    tag: 'Offers',
    description:
      'Answers an offer with another price. The offer is void, and the new one is open for 48 hours.',
    params,
    body: { price: 320 },
    response: { acknowledged: true, insertedId: '018f6c1e-5a00-7000-8000-00000000000c' },
    errors: { ...sold, ...tooHigh, ...belowMatch },
  },
  withdrawOffer: {
    tag: 'Offers',
    description: 'Withdraws an offer that nobody has answered. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
  makeBlindOffer: {
    tag: 'Offers',
    description:
      'Compares `ceiling`, at most the asking price, with the lowest price of the seller. Neither learns the limit of the other. If they overlap, the phone is ordered at the price in the middle, rounded down to the dollar, and the buyer pays within `OFFER_RESERVATION_MINUTES`. If not, both learn in which band the ceiling is, and no lowest price is answered like one out of reach. A buyer can make three on a listing; a match that is not paid uses up all, and the buyer cannot offer less for 48 hours.',
    params: { id: product._id },
    body: { ceiling: 300, phone: order.phone, location: order.location },
    response: { match: false, band: 'within-15', price: null, order: null, left: 2 },
    errors: {
      ...sold,
      ...holdsTooMany,
      'validation.failed': { detail: 'Enter whole dollars, such as 250', field: 'body.ceiling' },
    },
  },
  listBlindOffers: {
    tag: 'Offers',
    description:
      'Newest first. The seller of the phone gets those of all buyers, without names and prices. They are deleted after 90 days.',
    params: { id: product._id },
    response: {
      left: 2,
      made: [
        {
          _id: '018f6c1e-5a00-7000-8000-00000000000d',
          at: '2026-11-22T09:00:00.000Z',
          ceiling: 300,
          band: 'within-15',
          order: null,
        },
      ],
    },
  },
  getOfferRules: {
    tag: 'Offers',
    description: 'The limits, which only the seller of the phone sees.',
    params: { id: product._id },
    response: rules,
  },
  setOfferRules: {
    tag: 'Offers',
    description:
      'New offers from `acceptFrom` are accepted at once, and those below `declineBelow` are declined; `null` switches a rule off. `blindFloor`, in whole dollars, is the lowest price for blind offers. No limit is above the asking price; once the price is lowered, an offer of the asking price meets `acceptFrom` and is not below `declineBelow`. Open offers stay as they are.',
    params: { id: product._id },
    body: rules,
    response: { acknowledged: true, modifiedCount: 1 },
    errors: {
      'validation.failed': {
        detail: 'Offers from $330 are accepted: decline below that or less',
        field: 'body.declineBelow',
      },
    },
  },
} as const satisfies EndpointExamples<
  | 'makeOffer'
  | 'listOffers'
  | 'acceptOffer'
  | 'declineOffer'
  | 'counterOffer'
  | 'withdrawOffer'
  | 'makeBlindOffer'
  | 'listBlindOffers'
  | 'getOfferRules'
  | 'setOfferRules'
>;
