import type { EndpointExamples } from '../example.ts';
import { maskedProduct, product } from './fixtures.ts';

const params = { listingId: product._id };

export const favouriteExamples = {
  listFavourites: {
    tag: 'Favourites',
    description:
      'The favourites that still have a page, those added last first. `only=ids` leaves the products out.',
    query: {},
    response: {
      ids: [product._id],
      favourites: [{ product: maskedProduct, addedAt: '2026-11-22T09:00:00.000Z' }],
    },
  },
  addFavourite: {
    tag: 'Favourites',
    description:
      'Adds a phone. The user is notified when it gets cheaper, is sold, or is available again. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
  removeFavourite: {
    tag: 'Favourites',
    description: 'Removes a phone. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<'listFavourites' | 'addFavourite' | 'removeFavourite'>;
