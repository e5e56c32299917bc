import { emailKey } from '@redial/contract';
import { Problem } from '../../platform/problem.ts';

/** Whether two e-mail addresses are one person's: compared trimmed and without regard to case. */
export function isSameEmail(one: string, other: string): boolean {
  const key = emailKey(one);
  return key !== undefined && key === emailKey(other);
}

/**
 * Lets a person ask about themself, and an admin about anybody.
 *
 * @throws Problem `account.not-yours`
 */
export function requireSelfOrAdmin(
  actor: { readonly email: string; readonly role?: string | undefined },
  email: string,
): void {
  if (actor.role !== 'admin' && !isSameEmail(actor.email, email)) {
    throw new Problem('account.not-yours');
  }
}
