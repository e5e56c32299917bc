import type { Deps } from './deps.ts';
import { disputeDeadlineHandlers } from './features/disputes/index.ts';
import { handoverDeadlineHandlers } from './features/handover/deadline-handlers.ts';
import {
  type DeadlineHandlers,
  orderDeadlineHandlers,
  passDeadline as passDeadlineOf,
} from './features/orders/index.ts';
import { reviewDeadlineHandlers } from './features/reviews/deadline-handlers.ts';

/** What happens when each kind of deadline is due; see `features/orders/fire-deadlines.ts`. */
export const deadlineHandlers: DeadlineHandlers = {
  ...orderDeadlineHandlers,
  ...handoverDeadlineHandlers,
  ...disputeDeadlineHandlers,
  ...reviewDeadlineHandlers,
};

/** Lets the next deadline of an order pass now; see `features/orders/pass-deadline.ts`. */
export const passDeadline = (
  deps: Pick<Deps, 'db' | 'settings' | 'jobs' | 'log'>,
  input: { orderId: string },
) => passDeadlineOf(deps, deadlineHandlers, input);
