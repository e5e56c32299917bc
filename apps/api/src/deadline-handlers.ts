import {
  applyAtDeadline,
  type DeadlineHandlers,
  orderDeadlineHandlers,
} from './features/orders/index.ts';

/** What happens when each kind of deadline is due; see `features/orders/fire-deadlines.ts`. */
export const deadlineHandlers: DeadlineHandlers = {
  ...orderDeadlineHandlers,
  'second-code': applyAtDeadline('disputeHandover'),
  'return-shipment': applyAtDeadline('missReturn'),
  'return-confirmation': applyAtDeadline('confirmReturn'),
};
