import { passesLuhn } from './luhn.ts';

/** Removes what people write between the digits of an IMEI: `49-015420-323751-8`. */
export const normalizeImei = (text: string): string => text.replaceAll(/[\s\-/.]/g, '');

/** Reporting body identifiers of test devices (GSMA TS.06). */
const testBodies = new Set(['00', '02', '03', '04', '05', '06', '07', '08', '09']);

/**
 * Checks an IMEI by 3GPP TS 23.003, clause 6 and annex B: 15 decimal digits, the last of which is the
 * check digit.
 *
 * @param options.allowTest whether numbers of test devices are valid.
 * @returns what is wrong, as a sentence for the user; `undefined` for a valid number.
 */
export function validateImei(
  text: string,
  { allowTest }: { allowTest: boolean },
): string | undefined {
  const digits = normalizeImei(text);
  if (!/^\d+$/.test(digits)) return 'An IMEI has digits only';
  if (digits.length === 16) {
    return 'This is an IMEISV, with 16 digits: enter the IMEI, which has 15 (dial *#06#)';
  }
  if (digits.length === 14) return 'The last digit is missing: an IMEI has 15 digits';
  if (digits.length !== 15) return 'An IMEI has 15 digits (dial *#06#)';
  if (/^(\d)\1*$/.test(digits)) return 'This is a placeholder, not the IMEI of a phone';
  if (!passesLuhn(digits)) return 'A digit is wrong: the check digit does not fit';
  if (!allowTest && testBodies.has(digits.slice(0, 2))) {
    return 'This is the number of a test device';
  }
  return undefined;
}
