/**
 * The life of an order, as data: from which state an event leads where, and who may cause it. The
 * database has the same table as a trigger; a transition is one conditional update.
 */
export const orderTransitions = {
  cancel: { from: 'unpaid', to: 'cancelled', by: 'buyer', ledger: 'order.cancelled' },
  expire: { from: 'unpaid', to: 'expired', by: 'clock', ledger: 'order.expired' },
  pay: { from: 'unpaid', to: 'paid', by: 'card provider', ledger: 'order.paid' },
} as const;

/** The ways in which an order is closed without being paid. */
export type CloseEvent = 'cancel' | 'expire';
