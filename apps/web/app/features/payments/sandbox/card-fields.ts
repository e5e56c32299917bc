import { type CardDetails, passesLuhn } from '@redial/contract';

/** Values of the card form as typed. */
export interface CardFormValues {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** Maximum length of a card number in digits (ISO/IEC 7812-1). */
const maxCardNumberLength = 19;

const digitsOnly = (text: string): string => text.replace(/\D/g, '');

/** Formats a card number in groups of four. */
export const formatCardNumber = (text: string): string =>
  digitsOnly(text)
    .slice(0, maxCardNumberLength)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Formats an expiry date as `MM / YY`; accepts `1/30`, `0130` and `01/2030`. */
export function formatExpiry(text: string): string {
  const [first = '', ...rest] = text.split(/[^\d]+/).filter(Boolean);
  const padded = /^[2-9]/.test(first) || (first === '1' && /\D/.test(text.trim()));
  const digits = (padded ? `0${first}` : first) + rest.join('');
  const year = digits.slice(2);
  if (!year) return digits;
  return `${digits.slice(0, 2)} / ${year.length > 2 && year.startsWith('20') ? year.slice(2, 4) : year.slice(0, 2)}`;
}

/**
 * Reformats a field after a keystroke and computes the new caret position.
 *
 * @param before the value before the keystroke
 * @param typed the value and caret position after it
 * @param key the direction of a deletion, if it was one: deleting a separator deletes the digit
 *   before it (`backward`) or after it (`forward`) instead
 */
export function reformatInput(
  group: (text: string) => string,
  before: string,
  typed: { text: string; caret: number },
  key?: 'backward' | 'forward',
): { text: string; caret: number } {
  let { text } = typed;
  let digitsBefore = digitsOnly(text.slice(0, typed.caret)).length;
  if (key && digitsOnly(text) === digitsOnly(before)) {
    const at = key === 'backward' ? digitsBefore - 1 : digitsBefore;
    text = [...digitsOnly(text)].filter((_, index) => index !== at).join('');
    if (key === 'backward') digitsBefore = Math.max(0, digitsBefore - 1);
  }
  const grouped = group(text);
  if (typed.caret >= typed.text.length) return { text: grouped, caret: grouped.length };
  let caret = 0;
  for (let passed = 0; passed < digitsBefore && caret < grouped.length; caret++) {
    if (/\d/.test(grouped[caret] ?? '')) passed++;
  }
  return { text: grouped, caret };
}

export function validateCardNumber(number: string): string | undefined {
  const digits = digitsOnly(number);
  if (digits.length === 0) return 'Enter the card number';
  if (digits.length < 12) return 'The card number is incomplete';
  return passesLuhn(digits) ? undefined : 'The card number is not right: check its digits';
}

/** @param now Unix milliseconds; a card is valid until the end of its expiry month */
export function validateExpiry(expiry: string, now: number): string | undefined {
  const date = parseExpiry(expiry);
  if (!date) return 'Enter MM / YY';
  const today = new Date(now);
  const months = (date.expYear - today.getUTCFullYear()) * 12 + date.expMonth - 1;
  return months < today.getUTCMonth() ? 'The card has expired' : undefined;
}

export const validateCvc = (cvc: string): string | undefined =>
  /^\d{3,4}$/.test(cvc.trim()) ? undefined : 'Enter the 3 or 4 digits';

/** Converts validated form values to the request body. */
export function toNewCard({ number, expiry, cvc }: CardFormValues): CardDetails {
  const date = parseExpiry(expiry);
  if (!date) throw new Error('a card without an expiry date');
  return { number: digitsOnly(number), ...date, cvc: cvc.trim() };
}

function parseExpiry(expiry: string): Pick<CardDetails, 'expMonth' | 'expYear'> | undefined {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(expiry);
  const expMonth = Number(match?.[1]);
  if (!match || expMonth < 1 || expMonth > 12) return undefined;
  return { expMonth, expYear: 2000 + Number(match[2]) };
}
