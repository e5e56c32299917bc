import type { orders } from '../../db/schema/index.ts';
import type { DomainEventType } from '../../events.ts';
import type { Transition } from '../../platform/state-machine.ts';
import type { SaleStatus } from '../selling/index.ts';

export type OrderState = typeof orders.$inferSelect.state;

/**
 * What a transition does with the money of the order.
 *
 * - `release`: what is held goes to the seller, less the fee.
 * - `refund`: what is held goes back to the buyer; after a release, the seller pays it back.
 * - `settle`: part of what is held goes back to the buyer, the rest is released.
 */
export type MoneyEffect = 'release' | 'refund' | 'settle';

export interface OrderTransitionRow extends Transition<OrderState> {
  readonly money?: MoneyEffect;
  /** Every order transition emits an event. */
  readonly event: DomainEventType;
}

/** The order state machine. Orders begin as `unpaid`. */
export const orderTransitions = {
  pay: { from: ['unpaid'], to: 'paid', actor: 'card provider', event: 'order.paid' },
  cancel: { from: ['unpaid'], to: 'cancelled', actor: 'buyer', event: 'order.cancelled' },
  expire: { from: ['unpaid'], to: 'expired', actor: 'clock', event: 'order.expired' },
  cancelSale: {
    from: ['paid'],
    to: 'refunded',
    actor: 'seller or admin',
    event: 'order.sale-cancelled',
    money: 'refund',
  },
  acceptCancellation: {
    from: ['paid'],
    to: 'refunded',
    actor: 'seller or clock',
    event: 'order.cancellation-accepted',
    money: 'refund',
  },
  missHandover: {
    from: ['paid'],
    to: 'refunded',
    actor: 'clock',
    event: 'order.handover-missed',
    money: 'refund',
  },
  ship: { from: ['paid'], to: 'in_transit', actor: 'seller', event: 'order.shipped' },
  meet: { from: ['paid'], to: 'delivered', actor: 'buyer and seller', event: 'order.handed-over' },
  receive: {
    from: ['in_transit'],
    to: 'delivered',
    actor: 'buyer or clock',
    event: 'order.received',
  },
  accept: {
    from: ['delivered'],
    to: 'completed',
    actor: 'buyer or clock',
    event: 'order.completed',
    money: 'release',
  },
  dispute: {
    from: ['in_transit', 'delivered'],
    to: 'disputed',
    actor: 'buyer',
    event: 'order.disputed',
  },
  disputeHandover: {
    from: ['paid'],
    to: 'disputed',
    actor: 'clock',
    event: 'order.disputed',
  },
  resolveWithRelease: {
    from: ['disputed'],
    to: 'completed',
    actor: 'buyer and seller, or admin',
    event: 'order.dispute-resolved',
    money: 'settle',
  },
  resolveWithRefund: {
    from: ['disputed'],
    to: 'refunded',
    actor: 'buyer and seller, admin, or clock',
    event: 'order.dispute-resolved',
    money: 'refund',
  },
  resolveWithReturn: {
    from: ['disputed'],
    to: 'returning',
    actor: 'buyer and seller, or admin',
    event: 'order.dispute-resolved',
  },
  missReturn: {
    from: ['returning'],
    to: 'completed',
    actor: 'clock',
    event: 'order.return-missed',
    money: 'release',
  },
  confirmReturn: {
    from: ['returning'],
    to: 'refunded',
    actor: 'seller or clock',
    event: 'order.returned',
    money: 'refund',
  },
  disputeReturn: {
    from: ['returning'],
    to: 'disputed',
    actor: 'seller or clock',
    event: 'order.disputed',
  },
  loseChargeback: {
    from: ['paid', 'in_transit', 'delivered', 'disputed', 'returning', 'completed'],
    to: 'refunded',
    actor: 'card provider',
    event: 'order.charged-back',
  },
  refundAtProvider: {
    from: ['paid', 'in_transit', 'delivered', 'disputed', 'returning', 'completed'],
    to: 'refunded',
    actor: 'card provider',
    event: 'order.refunded-at-provider',
  },
} as const satisfies Readonly<Record<string, OrderTransitionRow>>;

export type OrderTransition = keyof typeof orderTransitions;
/** The transitions that close an order without a payment. */
export type CloseEvent = 'cancel' | 'expire';

const sold = { status: 'Sold', isPaid: true } as const;
const available = { status: 'Available', isPaid: false } as const;

/**
 * What a product shows while its latest order is in a state. A refunded product is also hidden until
 * its seller lists it again.
 */
export const saleStatuses = {
  unpaid: { status: 'Sold', isPaid: false },
  paid: sold,
  in_transit: sold,
  delivered: sold,
  disputed: sold,
  returning: sold,
  completed: sold,
  refunded: available,
  cancelled: available,
  expired: available,
} as const satisfies Record<OrderState, SaleStatus>;

/** Whether an order in this state was paid at some time. */
export const isPaidState = (state: OrderState): boolean =>
  paidOrderStates.some((paid) => paid === state);

/** The states of orders whose money is held in escrow. */
export const heldOrderStates = [
  'paid',
  'in_transit',
  'delivered',
  'disputed',
  'returning',
] as const satisfies readonly OrderState[];

/** The states of orders that were paid at some time. */
const paidOrderStates = [
  ...heldOrderStates,
  'completed',
  'refunded',
] as const satisfies readonly OrderState[];
