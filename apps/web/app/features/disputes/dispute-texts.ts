import { type Dispute, formatPrice, type Party, type ResolutionKind } from '@redial/contract';

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

/** What a proposal or a decision means. */
export function describeResolution(kind: ResolutionKind, refund: number | null): string {
  switch (kind) {
    case 'full-refund':
      return 'Full refund: the buyer gets everything back';
    case 'partial-refund':
      return `Partial refund: the buyer keeps the phone and gets ${formatPrice(refund ?? 0)} back`;
    case 'return-and-refund':
      return 'Return and refund: the phone goes back, then the buyer gets everything back';
    case 'release':
      return 'No refund: the seller is paid';
  }
}
