import type { EndpointExamples } from '../example.ts';
import { product } from './fixtures.ts';

const params = { listingId: product._id };

export const availabilityAlertExamples = {
  listAvailabilityAlerts: {
    tag: 'Favourites',
    description: 'The phones that the caller waits for. An alert ends with its notification.',
    response: { ids: [product._id] },
  },
  addAvailabilityAlert: {
    tag: 'Favourites',
    description:
      'Notifies the caller once when the order that holds the phone is cancelled or expires. It ends without a notification when the phone is sold. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, modifiedCount: 1 },
  },
  removeAvailabilityAlert: {
    tag: 'Favourites',
    description: 'Ends the alert. Repeating it changes nothing.',
    params,
    response: { acknowledged: true, deletedCount: 1 },
  },
} as const satisfies EndpointExamples<
  'listAvailabilityAlerts' | 'addAvailabilityAlert' | 'removeAvailabilityAlert'
>;
