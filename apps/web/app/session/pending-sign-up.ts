import { normalizeEmail, type SignUpRole, signUpRoles } from '@redial/contract';

const key = 'redial-sign-up';

/** What the form of a sign-up said, until its address is confirmed and the user signs in. */
export interface PendingSignUp {
  readonly name: string;
  readonly role: SignUpRole;
  readonly email: string;
}

export function savePendingSignUp(pending: PendingSignUp): void {
  try {
    localStorage.setItem(key, JSON.stringify(pending));
  } catch {
    // Storage is not available: the account starts as a buyer named after its address.
  }
}

/** The pending sign-up with an e-mail address in this browser. */
export function readPendingSignUp(email: string): PendingSignUp | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<PendingSignUp> | null;
    const { name, role, email: address } = stored ?? {};
    const isComplete = typeof name === 'string' && typeof address === 'string';
    const known = signUpRoles.find((allowed) => allowed === role);
    if (!isComplete || !known || normalizeEmail(address) !== normalizeEmail(email))
      return undefined;
    return { name, role: known, email: address };
  } catch {
    return undefined;
  }
}

export function clearPendingSignUp(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is not available.
  }
}
