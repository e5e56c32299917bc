import { normalizeEmail } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** Whether two e-mail addresses are equal after normalization (trimmed, case-insensitive). */
export function isSameEmail(one: string, other: string): boolean {
  const key = normalizeEmail(one);
  return key !== undefined && key === normalizeEmail(other);
}

/**
 * The e-mail address of a query parameter. Clients that write an address into a URL as it is also write its
 * plus sign, which stands for a space in a query; addresses have no spaces.
 */
export const emailOfQuery = (text: string): string => text.trim().replaceAll(' ', '+');

/**
 * Allows users to access their own data, and admins to access everyone's.
 *
 * @throws Problem `account.not-owner`
 */
export function requireSelfOrAdmin(
  actor: { readonly email: string; readonly role?: string | undefined },
  email: string,
): void {
  if (actor.role !== 'admin' && !isSameEmail(actor.email, email)) {
    throw new Problem('account.not-owner');
  }
}
