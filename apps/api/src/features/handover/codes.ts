import { createHmac, timingSafeEqual } from 'node:crypto';
import { fitsCheckDigit, handoverRules, type Party } from '@redial/contract';
import { deriveKey, verifyingSecrets } from '../../platform/encryption.ts';
import type { Settings } from '../../settings.ts';

type KeySettings = Pick<Settings, 'sessionSecret'>;

/**
 * The handover code of a party of an order, which the other one types. It is derived from a key, so
 * that it is not in the database. Six digits are few, but a code counts only in the session of the
 * other party, who has few attempts, and moves nothing without the second one.
 */
export function codeOf(settings: KeySettings, orderId: string, party: Party): string {
  const bytes = derive(settings, `code\0${orderId}\0${party}`);
  const { codeLength } = handoverRules;
  return String(bytes.readUIntBE(0, 6) % 10 ** codeLength).padStart(codeLength, '0');
}

/**
 * Compares a typed code in constant time. The page that shows it may have been opened, or printed, before
 * the session secret was changed.
 */
export const isCode = (
  typed: string,
  settings: Pick<Settings, 'sessionSecret' | 'previousSessionSecrets'>,
  orderId: string,
  party: Party,
): boolean =>
  verifyingSecrets(settings).some((sessionSecret) => {
    const expected = Buffer.from(codeOf({ sessionSecret }, orderId, party));
    const actual = Buffer.from(typed);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });

/**
 * With what a page that is offline finds typing errors in a code. A hash of the code would let the
 * other party find it by trying all, without a meeting; one code alone already stops the refund by the
 * clock, and an admin takes it for a proof that the two have met.
 */
export function verifierOf(settings: KeySettings, orderId: string, party: Party) {
  const code = codeOf(settings, orderId, party);
  const digits = Array.from({ length: 10 }, (_, digit) => digit);
  return { checkDigit: digits.find((digit) => fitsCheckDigit(code, digit)) ?? 0 };
}

function derive({ sessionSecret }: KeySettings, purpose: string): Buffer {
  return createHmac('sha256', deriveKey(sessionSecret, 'handover')).update(purpose).digest();
}
