import { fieldMessages } from './messages.ts';

/**
 * The specification's e-mail rule (section 5): local part and domain are word characters with
 * optional dots or hyphens, the top-level domain is 2 to 3 letters. Each separator must be followed
 * by a word character, so the pattern has one way to match and runs in linear time.
 */
const specifiedEmailPattern = /^\w+(?:[.-]\w+)*@\w+(?:[.-]\w+)*\.[A-Za-z]{2,3}$/;

/** The longest address that a mail server must take (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const emailMaxLength = 254;
/** Characters; a bound on what the password hash is made to work on. */
export const passwordMaxLength = 128;

/** Says what is wrong with an e-mail address, or nothing. */
export function validateEmail(email: string): string | undefined {
  return email.length <= emailMaxLength && specifiedEmailPattern.test(email)
    ? undefined
    : fieldMessages.email;
}

/**
 * Says what is wrong with a new password: the first rule that fails, in the specification's order
 * (section 5), or nothing.
 */
export function validatePassword(password: string): string | undefined {
  if (password.length < 6) return fieldMessages.passwordLength;
  if ((password.match(/\d/g) ?? []).length < 2) return fieldMessages.passwordDigits;
  if (!/[!@#$%^&*]/.test(password)) return fieldMessages.passwordSpecial;
  if (!/[A-Z]/.test(password)) return fieldMessages.passwordCapital;
  return undefined;
}

/**
 * The form in which e-mail addresses are compared: trimmed and lower-cased.
 *
 * @returns `undefined` where the address is not plain ASCII: letters such as U+212A (the Kelvin sign)
 *   lower-case into ASCII ones and would let one person pass for another.
 */
export function normalizeEmail(email: string): string | undefined {
  const trimmed = email.trim();
  return /^[\x21-\x7e]+$/.test(trimmed) ? trimmed.toLowerCase() : undefined;
}
