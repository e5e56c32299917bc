import { hasStackedMarks, isPhoneNumber, isVisibleText, unsafeInLine } from '@redial/contract';
import { Problem } from './problem.ts';

/**
 * Trims a one-line text of a request body. Control characters, and characters that reorder the text
 * around them, are refused.
 *
 * @param field the field of the body, for the error.
 * @param emptyMessage the error's message if the text shows nothing.
 * @throws Problem `validation.failed`
 */
export function parseLine(
  text: string,
  field: string,
  emptyMessage: string = `${field} is empty`,
): string {
  const line = parseText(text, field, emptyMessage);
  if (unsafeInLine.test(line)) {
    const detail = `${field} must not contain line breaks or other control characters`;
    throw new Problem('validation.failed', detail, `body.${field}`);
  }
  return line;
}

/**
 * Trims a text of one or more lines.
 *
 * @throws Problem `validation.failed` if it shows nothing, contains NUL, or has marks that cover the text
 *   around it.
 */
export function parseText(
  text: string,
  field: string,
  emptyMessage: string = `${field} is empty`,
): string {
  const trimmed = text.trim();
  if (!isVisibleText(trimmed))
    throw new Problem('validation.failed', emptyMessage, `body.${field}`);
  // The database cannot store it.
  if (trimmed.includes('\0')) {
    const detail = `${field} must not contain the character NUL`;
    throw new Problem('validation.failed', detail, `body.${field}`);
  }
  if (hasStackedMarks(trimmed)) {
    const detail = `${field} has more than eight accents or marks on one letter`;
    throw new Problem('validation.failed', detail, `body.${field}`);
  }
  return trimmed;
}

/**
 * Trims a phone number.
 *
 * @throws Problem `validation.failed` if it is none.
 */
export function parsePhone(text: string, field: string): string {
  const message = 'Please provide a valid phone number';
  const phone = parseLine(text, field, message);
  if (!isPhoneNumber(phone)) throw new Problem('validation.failed', message, `body.${field}`);
  return phone;
}
