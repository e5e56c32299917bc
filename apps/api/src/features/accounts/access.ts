import { normalizeEmail } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** Whether two e-mail addresses are one person's: compared trimmed and without regard to case. */
export function isSameEmail(one: string, other: string): boolean {
  const key = normalizeEmail(one);
  return key !== undefined && key === normalizeEmail(other);
}

/**
 * Lets a person ask about themself, and an admin about anybody.
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
