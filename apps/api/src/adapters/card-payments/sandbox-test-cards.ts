import { type CardDetails, passesLuhn } from '@redial/contract';

/** What the sandbox does when a card is charged. */
export type CardBehaviour =
  | 'succeeds'
  | 'asks'
  | 'declined'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-cvc';

/** A refusal in the words of a card provider. */
export interface CardErrorBody {
  readonly code: string;
  readonly message: string;
}

export interface ParsedCard {
  readonly brand: string;
  readonly last4: string;
  readonly behaviour: CardBehaviour;
}

/** The well-known test cards, by number. No other card is ever charged. */
const testCards: ReadonlyMap<string, CardBehaviour> = new Map([
  ['4242424242424242', 'succeeds'],
  ['4000002500003155', 'asks'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient-funds'],
  ['4000000000000069', 'expired'],
  ['4000000000000127', 'wrong-cvc'],
]);

/** Years ahead beyond which no card is valid: a mistyped year. */
const maxValidityYears = 50;

/** What each declined card answers when it is charged. */
export const declines: Readonly<
  Record<Exclude<CardBehaviour, 'succeeds' | 'asks'>, CardErrorBody>
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

/**
 * Reads a typed card: its check digit, expiry and security code, then what kind of test card it is.
 * The number goes no further than this.
 *
 * @param now the day on which it must still be valid.
 * @returns what may be kept of it, or why it cannot be used.
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
