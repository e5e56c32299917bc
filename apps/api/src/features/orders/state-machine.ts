import type { orders } from '../../db/schema/index.ts';
import type { TransitionTable } from '../../platform/state-machine.ts';
import type { SaleStatus } from '../selling/index.ts';

export type OrderState = typeof orders.$inferSelect.state;

/** The order state machine. Orders begin as `unpaid`. */
export const orderTransitions = {
  pay: { from: ['unpaid'], to: 'paid', actor: 'card provider', event: 'order.paid' },
  cancel: { from: ['unpaid'], to: 'cancelled', actor: 'buyer', event: 'order.cancelled' },
  expire: { from: ['unpaid'], to: 'expired', actor: 'clock', event: 'order.expired' },
} as const satisfies TransitionTable<OrderState>;

export type OrderTransition = keyof typeof orderTransitions;
/** The transitions that close an order without a payment. */
export type CloseEvent = 'cancel' | 'expire';

/** What a product shows while its latest order is in a state. */
export const saleStatuses = {
  unpaid: { status: 'Sold', isPaid: false },
  paid: { status: 'Sold', isPaid: true },
  cancelled: { status: 'Available', isPaid: false },
  expired: { status: 'Available', isPaid: false },
} as const satisfies Record<OrderState, SaleStatus>;

/** The states of orders that occupy their product. */
export const activeOrderStates = (Object.keys(saleStatuses) as OrderState[]).filter(
  (state) => saleStatuses[state].status === 'Sold',
);
