import { type CardDetails, passesLuhn } from '@redial/contract';

/** How the sandbox handles a charge that succeeds: what happens to it later. */
export type SuccessBehaviour = 'succeeds' | 'disputed' | 'refund-pending' | 'refund-fails';

/** How the sandbox responds to a charge. */
export type CardBehaviour =
  | SuccessBehaviour
  | 'requires-action'
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-cvc';

/** An error as a card provider reports it. */
export interface CardErrorBody {
  readonly code: string;
  readonly message: string;
}

export interface ParsedCard {
  readonly brand: string;
  readonly last4: string;
  readonly behaviour: CardBehaviour;
}

/** Stripe's published test card numbers. Any other card is declined. */
const testCards: ReadonlyMap<string, CardBehaviour> = new Map([
  ['4242424242424242', 'succeeds'],
  ['4000002500003155', 'requires-action'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient-funds'],
  ['4000000000000069', 'expired'],
  ['4000000000000127', 'wrong-cvc'],
  ['4000000000000259', 'disputed'],
  ['4000000000007726', 'refund-pending'],
  ['4000000000005126', 'refund-fails'],
]);

/** Expiry years further ahead than this are treated as typing errors. */
const maxValidityYears = 50;

/** The error of each kind of declined card. */
export const declines: Readonly<
  Record<Exclude<CardBehaviour, SuccessBehaviour | 'requires-action'>, CardErrorBody>
> = {
  declined: { code: 'card_declined', message: 'Your card was declined.' },
  'insufficient-funds': {
    code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', message: 'Your card has expired.' },
  'wrong-cvc': {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
};

export const isDeclined = (behaviour: CardBehaviour): behaviour is keyof typeof declines =>
  behaviour in declines;

/**
 * Validates the check digit, expiry date and security code of a card, and looks up its test
 * behaviour. The card number is not stored.
 *
 * @param now the date on which the card has to be valid.
 * @returns what may be stored of the card, or the reason why it cannot be used.
 */
export function parseCard(card: CardDetails, now: Date): ParsedCard | CardErrorBody {
  const digits = card.number.replaceAll(/[\s-]/g, '');
  if (!passesLuhn(digits)) {
    return { code: 'invalid_number', message: 'Your card number is invalid.' };
  }
  if (card.expMonth < 1 || card.expMonth > 12) {
    return {
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
    };
  }
  const year = card.expYear >= 0 && card.expYear < 100 ? card.expYear + 2000 : card.expYear;
  if (year < 1970 || year > now.getUTCFullYear() + maxValidityYears) {
    return { code: 'invalid_expiry_year', message: "Your card's expiration year is invalid." };
  }
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (year * 12 + card.expMonth < thisMonth) return declines.expired;
  if (!/^\d{3,4}$/.test(card.cvc.trim())) {
    return { code: 'invalid_cvc', message: "Your card's security code is invalid." };
  }
  const behaviour = testCards.get(digits);
  if (!behaviour) {
    return {
      code: 'unknown_test_card',
      message:
        'Your card was declined. This is a sandbox that takes test cards only: use 4242 4242 4242 4242.',
    };
  }
  return { brand: 'visa', last4: digits.slice(-4), behaviour };
}
