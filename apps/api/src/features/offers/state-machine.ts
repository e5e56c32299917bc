import type { offers } from '../../db/schema/index.ts';
import type { DomainEventType } from '../../events.ts';
import type { Transition } from '../../platform/state-machine.ts';

type OfferState = typeof offers.$inferSelect.state;

/** Every offer transition emits an event. */
interface OfferTransitionRow extends Transition<OfferState> {
  readonly event: Extract<DomainEventType, `offer.${string}`>;
}

/** The offer state machine. Offers begin as `open`. */
export const offerTransitions = {
  accept: {
    from: ['open'],
    to: 'accepted',
    actor: 'the other side, or a rule of the seller',
    event: 'offer.accepted',
  },
  decline: {
    from: ['open'],
    to: 'declined',
    actor: 'the other side, or a rule of the seller',
    event: 'offer.declined',
  },
  counter: { from: ['open'], to: 'countered', actor: 'the other side', event: 'offer.countered' },
  withdraw: { from: ['open'], to: 'withdrawn', actor: 'buyer', event: 'offer.withdrawn' },
  expire: { from: ['open'], to: 'expired', actor: 'clock', event: 'offer.expired' },
  void: {
    from: ['open'],
    to: 'voided',
    actor: 'sale, removal of the listing or of an account',
    event: 'offer.voided',
  },
} as const satisfies Readonly<Record<string, OfferTransitionRow>>;

export type OfferTransition = keyof typeof offerTransitions;
