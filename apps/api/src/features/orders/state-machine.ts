/**
 * The order state machine as data: for each event the states before and after, and who causes it. A
 * database trigger enforces the same transitions; a transition is one conditional update.
 */
export const orderTransitions = {
  cancel: { from: 'unpaid', to: 'cancelled', actor: 'buyer', event: 'order.cancelled' },
  expire: { from: 'unpaid', to: 'expired', actor: 'clock', event: 'order.expired' },
  pay: { from: 'unpaid', to: 'paid', actor: 'card provider', event: 'order.paid' },
} as const;

/** The events that close an order without a payment. */
export type CloseEvent = 'cancel' | 'expire';
