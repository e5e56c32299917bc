import { disputeDeadlineHandlers } from './features/disputes/index.ts';
import { handoverDeadlineHandlers } from './features/handover/deadline-handlers.ts';
import { type DeadlineHandlers, orderDeadlineHandlers } from './features/orders/index.ts';
import { reviewDeadlineHandlers } from './features/reviews/deadline-handlers.ts';

/** What happens when each kind of deadline is due; see `features/orders/fire-deadlines.ts`. */
export const deadlineHandlers: DeadlineHandlers = {
  ...orderDeadlineHandlers,
  ...handoverDeadlineHandlers,
  ...disputeDeadlineHandlers,
  ...reviewDeadlineHandlers,
};
