import {
  type Dispute,
  dollarsLeft,
  formatPrice,
  type Party,
  type ResolutionKind,
} from '@redial/contract';

/** The reasons of disputes in words. */
export const reasonLabels: Record<Dispute['reason'], string> = {
  'not-received': 'Not received',
  'not-as-described': 'Not as described',
  'different-device': 'A different phone',
  'does-not-work': 'Does not work',
  'locked-or-blacklisted': 'Locked or blacklisted',
  counterfeit: 'Counterfeit',
  'handover-unconfirmed': 'Only one handover code was entered',
};

export const partyLabels: Record<Party | 'admin', string> = {
  buyer: 'Buyer',
  seller: 'Seller',
  admin: 'Redial',
};

/**
 * What a proposal or a decision means.
 *
 * @param refund what the buyer gets back in all, for a partial refund, in dollars.
 * @param amounts of an open dispute: a bank may have given back a part of the price before.
 */
export function describeResolution(
  kind: ResolutionKind,
  refund: number | null,
  amounts?: Pick<Dispute, 'price' | 'refunded'>,
): string {
  const { price, refunded } = amounts ?? { price: 0, refunded: 0 };
  const everything =
    refunded > 0 ? `the other ${formatPrice(dollarsLeft({ price, refunded }))}` : 'everything';
  switch (kind) {
    case 'full-refund':
      return `Full refund: the buyer gets ${everything} back`;
    case 'partial-refund':
      return `Partial refund: the buyer keeps the phone and ${describePart(refund ?? 0, refunded)}`;
    case 'return-and-refund':
      return `Return and refund: the phone goes back, then the buyer gets ${everything} back`;
    case 'release':
      return refunded > 0
        ? 'No further refund: the seller is paid the rest'
        : 'No refund: the seller is paid';
  }
}

function describePart(refund: number, refunded: number): string {
  if (refunded === 0) return `gets ${formatPrice(refund)} back`;
  const more = dollarsLeft({ price: refund, refunded });
  const before = `the ${formatPrice(refunded)} from before`;
  return more > 0 ? `gets another ${formatPrice(more)} back, besides ${before}` : before;
}
