import { emit } from '../../platform/outbox.ts';
import type { DeadlineHandler, DeadlineHandlers } from './fire-deadlines.ts';
import type { OrderTransition } from './state-machine.ts';
import { transitionOrder } from './transitions.ts';

/** A deadline that applies a transition. Leaving a state closes its deadlines, so it is allowed. */
export const applyAtDeadline =
  (transition: OrderTransition): DeadlineHandler =>
  async (tx, { orderId, kind }, { settings }) => {
    if (!(await transitionOrder(tx, orderId, transition, { settings }))) {
      throw new Error(`${transition} at the deadline ${kind} is not allowed`);
    }
  };

/** A deadline that reminds; the mail is left out if the order has gone on in the meantime. */
const remind: DeadlineHandler = (tx, { id, orderId, kind }) =>
  emit(tx, { type: 'order.reminder-due', orderId, deadlineId: id, kind });

/** What the deadlines of orders do. Disputes and returns add theirs (`deadline-handlers.ts`). */
export const orderDeadlineHandlers = {
  'handover-reminder': remind,
  'handover-last-reminder': remind,
  handover: applyAtDeadline('missHandover'),
  'cancellation-response': applyAtDeadline('acceptCancellation'),
  'transit-reminder': remind,
  transit: applyAtDeadline('receive'),
  'inspection-reminder': remind,
  inspection: applyAtDeadline('accept'),
} as const satisfies DeadlineHandlers;
