import type { Product, StatedHiddenReason } from '@redial/contract';

/** Whether others see an own phone that nobody has ordered. */
export interface SaleState {
  readonly label: 'Not on sale' | 'In review' | 'Paused' | 'On sale';
  readonly text: string;
}

const hiddenTexts: Record<StatedHiddenReason, string> = {
  suspended: 'Only you can see this phone while your account is suspended.',
  moderation:
    'Only you can see this phone: we have hidden it. Our decision says why, and how to appeal.',
  lost: 'Only you can see this phone: its last known owner has reported it as lost or stolen.',
  refunded:
    'Only you can see this phone since its sale was refunded. If you have it, you can list it again on the page of that order.',
  'not-listable': 'Only you can see this phone: by what you stated it cannot be sold here.',
};

/** The state of an own phone that nobody has ordered, in a word and in a sentence. */
export function saleState({
  advertised,
  hiddenReason,
  inReview,
  paused,
}: Pick<Product, 'advertised' | 'hiddenReason' | 'inReview' | 'paused'>): SaleState {
  if (hiddenReason) return { label: 'Not on sale', text: hiddenTexts[hiddenReason] };
  if (inReview) {
    return { label: 'In review', text: 'Only you can see this phone until we have looked at it.' };
  }
  if (paused) return { label: 'Paused', text: 'Only you can see this phone.' };
  const text = advertised
    ? 'Everybody can see this phone, and it is advertised on the home page.'
    : 'Everybody can see this phone.';
  return { label: 'On sale', text };
}
