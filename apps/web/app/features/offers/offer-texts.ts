import { formatPrice, type Offer } from '@redial/contract';

/** Whether the reader is the one to answer. */
export const isTurnOf = ({ state, role, madeBy }: Offer): boolean =>
  state === 'open' && role !== madeBy;

type Tone = 'neutral' | 'accent' | 'good' | 'bad';

const closedLabels = {
  accepted: { text: 'Accepted', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  countered: { text: 'Answered', tone: 'neutral' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'neutral' },
  voided: { text: 'No longer on offer', tone: 'neutral' },
} as const satisfies Record<Exclude<Offer['state'], 'open'>, { text: string; tone: Tone }>;

/** The state of an offer as its reader sees it. */
export function offerLabel(offer: Offer): { readonly text: string; readonly tone: Tone } {
  // With the account of its buyer, an offer ends while the phone is on offer.
  if (offer.state === 'voided' && offer.role === 'seller') {
    return { ...closedLabels.voided, text: 'Ended' };
  }
  if (offer.state !== 'open') return closedLabels[offer.state];
  return isTurnOf(offer)
    ? { text: 'Your turn', tone: 'accent' }
    : { text: 'Waiting for an answer', tone: 'neutral' };
}

/** Who offers what: `You offered $280`, `The seller offered $330`. */
export function offerText({ role, madeBy, price }: Offer): string {
  return `${role === madeBy ? 'You' : `The ${madeBy}`} offered ${formatPrice(price)}`;
}

/** An offer with those that it answers. */
export interface Negotiation {
  readonly offer: Offer;
  /** Newest first. */
  readonly before: readonly Offer[];
}

/** Joins counter-offers with the offers that they answer, in the order of the last ones. */
export function toNegotiations(offers: readonly Offer[]): Negotiation[] {
  const byId = new Map(offers.map((offer) => [offer._id, offer]));
  const answered = new Set(offers.map(({ answers }) => answers));
  return offers
    .filter(({ _id }) => !answered.has(_id))
    .map((offer) => {
      const before: Offer[] = [];
      for (let last = offer; last.answers !== null; ) {
        const next = byId.get(last.answers);
        if (!next) break;
        before.push(next);
        last = next;
      }
      return { offer, before };
    });
}
