import type { DeadlineHandlers } from '../orders/index.ts';
import { publishReviews } from './publish-reviews.ts';

/** What happens at the end of the time for reviews. */
export const reviewDeadlineHandlers = {
  review: (tx, { orderId }) => publishReviews(tx, orderId),
} as const satisfies DeadlineHandlers;
