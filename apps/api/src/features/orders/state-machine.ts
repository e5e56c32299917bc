/**
 * The order state machine as data: for each event the states before and after, and who causes it. A
 * database trigger enforces the same transitions; a transition is one conditional update.
 */
export const orderTransitions = {
  cancel: { from: 'unpaid', to: 'cancelled', by: 'buyer', ledger: 'order.cancelled' },
  expire: { from: 'unpaid', to: 'expired', by: 'clock', ledger: 'order.expired' },
  pay: { from: 'unpaid', to: 'paid', by: 'card provider', ledger: 'order.paid' },
} as const;

/** The events that close an order without a payment. */
export type CloseEvent = 'cancel' | 'expire';
