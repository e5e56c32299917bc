import type { payments } from '../../db/schema/index.ts';
import type { TransitionTable } from '../../platform/state-machine.ts';

export type PaymentState = typeof payments.$inferSelect.state;

/** The payment state machine. Payments begin as `open`. `succeed` goes with the order's `pay`. */
export const paymentTransitions = {
  succeed: { from: ['open'], to: 'succeeded', actor: 'card provider', event: null },
  cancel: { from: ['open'], to: 'canceled', actor: 'buyer, clock or card provider', event: null },
  oweRefund: {
    from: ['open', 'canceled'],
    to: 'refund_due',
    actor: 'card provider',
    event: 'payment.refund-due',
  },
  refund: { from: ['refund_due'], to: 'refunded', actor: 'job', event: 'payment.refunded' },
} as const satisfies TransitionTable<PaymentState>;

export type PaymentTransition = keyof typeof paymentTransitions;
