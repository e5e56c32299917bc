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

/** The addresses of a caller: that of the user record, and that of the identity. */
interface Addresses {
  readonly email: string;
  readonly identityEmail?: string | undefined;
}

/** Whether an e-mail address is one of the caller's. */
export const isOwnEmail = ({ email, identityEmail = email }: Addresses, given: string): boolean =>
  isSameEmail(email, given) || isSameEmail(identityEmail, given);

/**
 * Allows users to access their own data, by any of their addresses, and admins to access everyone's.
 *
 * @returns the address of the user record whose data is accessed.
 * @throws Problem `account.not-owner`
 */
export function requireSelfOrAdmin(
  actor: Addresses & { readonly role?: string | undefined },
  email: string,
): string {
  if (isOwnEmail(actor, email)) return actor.email;
  if (actor.role !== 'admin') throw new Problem('account.not-owner');
  return email;
}
