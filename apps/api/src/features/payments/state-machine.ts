import type { payments } from '../../db/schema/index.ts';
import type { Transition } from '../../platform/state-machine.ts';

export type PaymentState = typeof payments.$inferSelect.state;

export interface PaymentTransitionRow extends Transition<PaymentState> {
  /** `capture`: the money is held in escrow. `refund`: it is given back. */
  readonly money?: 'capture' | 'refund';
}

/** The payment state machine. Payments begin as `open`. `succeed` goes with the order's `pay`. */
export const paymentTransitions = {
  succeed: {
    from: ['open'],
    to: 'succeeded',
    actor: 'card provider',
    event: null,
    money: 'capture',
  },
  cancel: { from: ['open'], to: 'canceled', actor: 'buyer, clock or card provider', event: null },
  oweRefund: {
    from: ['open', 'canceled'],
    to: 'refund_due',
    actor: 'card provider',
    event: 'payment.refund-due',
    money: 'capture',
  },
  refund: {
    from: ['refund_due'],
    to: 'refunded',
    actor: 'job',
    event: 'payment.refunded',
    money: 'refund',
  },
} as const satisfies Readonly<Record<string, PaymentTransitionRow>>;

export type PaymentTransition = keyof typeof paymentTransitions;
