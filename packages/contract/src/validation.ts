import { fieldMessages } from './messages.ts';

/**
 * The specification's e-mail rule (section 5): local part and domain are word characters with
 * optional dots or hyphens, the top-level domain is 2 to 3 letters. Every separator must be followed
 * by a word character, so that the pattern is unambiguous and matches in linear time.
 */
const specifiedEmailPattern = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,3}$/;

/** Maximum length of an e-mail address (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const emailMaxLength = 254;
/** Maximum password length in characters; limits the work of the password hash. */
export const passwordMaxLength = 128;

/** @returns the validation message for an e-mail address, or `undefined` if it is valid. */
export function validateEmail(email: string): string | undefined {
  return email.length <= emailMaxLength && specifiedEmailPattern.test(email)
    ? undefined
    : fieldMessages.email;
}

/**
 * Validates a new password against the rules of section 5 of the specification, in its order.
 *
 * @returns the message of the first rule that fails, or `undefined` if the password is valid.
 */
export function validatePassword(password: string): string | undefined {
  if (password.length < 6) return fieldMessages.passwordLength;
  if ((password.match(/\d/g) ?? []).length < 2) return fieldMessages.passwordDigits;
  if (!/[!@#$%^&*]/.test(password)) return fieldMessages.passwordSpecial;
  if (!/[A-Z]/.test(password)) return fieldMessages.passwordCapital;
  return undefined;
}

/** Whether a text is a phone number: digits with the usual separators, at least five of them. */
export const isPhoneNumber = (text: string): boolean =>
  /^\+?[\d\s()./-]+$/.test(text.trim()) && text.replace(/\D/g, '').length >= 5;

/**
 * Whether a text shows anything: not only white space and characters without a glyph, such as
 * U+200B (zero width space), U+3164 (Hangul filler) and U+2800 (blank Braille pattern).
 */
export const isVisibleText = (text: string): boolean =>
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/u.test(text);

/**
 * Characters that a text of one line must not contain: control characters and separators of lines, which
 * add lines to mails and logs, and those that reorder the text around them (embeddings, overrides and isolates; Unicode
 * Standard Annex 9, 2), which disguise names. Marks such as U+200F, which Arabic and Hebrew need, and
 * joiners are allowed.
 */
export const unsafeInLine = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * Whether more than eight marks are on one letter. Marks are drawn above and below each other, so that
 * thousands of them cover the page around the text; no language has more than eight, the number in Tibetan.
 */
export const hasStackedMarks = (text: string): boolean => /(?:\p{M}\p{Cf}*){9}/u.test(text);

/** Whether a text is one line that shows something and leaves the text around it alone. */
export const isPlainLine = (text: string): boolean =>
  isVisibleText(text) && !unsafeInLine.test(text) && !hasStackedMarks(text);

/**
 * Normalizes an e-mail address for comparison: trimmed and lower-cased.
 *
 * @returns `undefined` if the address is not plain ASCII. Characters such as U+212A (Kelvin sign)
 *   lower-case to ASCII letters and would allow impersonation.
 */
export function normalizeEmail(email: string): string | undefined {
  const trimmed = email.trim();
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed.toLowerCase() : undefined;
}
