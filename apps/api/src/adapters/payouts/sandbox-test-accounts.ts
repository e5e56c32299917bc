import { createHash } from 'node:crypto';
import type { BankDetails, BankDetailsField } from '../../ports/payouts.ts';

/** What a payout to a bank account does. */
export type AccountBehaviour =
  | 'succeeds'
  /** Fails at once. */
  | 'no-account'
  /** Is paid, and returned by the bank later. */
  | 'account-closed'
  /** Like `succeeds`, after the provider has verified the seller for a while. */
  | 'verified-late'
  /** The provider refuses the seller. */
  | 'rejected';

/**
 * Test account numbers. The first three are Stripe's for the United States
 * (https://docs.stripe.com/connect/testing#payouts), the others are the sandbox's own.
 */
const testAccounts: ReadonlyMap<string, AccountBehaviour> = new Map([
  ['000123456789', 'succeeds'],
  ['000111111116', 'no-account'],
  ['000111111113', 'account-closed'],
  ['000555555559', 'verified-late'],
  ['000666666661', 'rejected'],
]);

export const bankDetailsFields: readonly BankDetailsField[] = [
  {
    name: 'holderName',
    label: 'Account holder',
    hint: 'Your name, as your bank has it',
    maxLength: 100,
    inputMode: 'text',
  },
  {
    name: 'routingNumber',
    label: 'Routing number',
    hint: 'Nine digits; this sandbox takes 110000000',
    maxLength: 20,
    inputMode: 'numeric',
  },
  {
    name: 'accountNumber',
    label: 'Account number',
    hint: 'This sandbox takes test numbers such as 000123456789',
    maxLength: 30,
    inputMode: 'numeric',
  },
];

/**
 * Validates bank details. The account number is not stored.
 *
 * @returns what may be stored, or what is wrong with the details.
 */
export function parseBankDetails({
  holderName,
  accountNumber,
  routingNumber,
}: BankDetails):
  | { behaviour: AccountBehaviour; last4: string; fingerprint: string }
  | { requirements: string[] } {
  const account = accountNumber.replaceAll(/[\s-]/g, '');
  const behaviour = testAccounts.get(account);
  const requirements = [
    ...(/\p{Cc}/u.test(holderName) || holderName.trim() === ''
      ? ['Enter the name of the account holder.']
      : []),
    ...(hasRoutingChecksum(routingNumber.replaceAll(/[\s-]/g, ''))
      ? []
      : ['The routing number is not valid. This sandbox takes 110000000.']),
    ...(behaviour
      ? []
      : ['This is a sandbox that takes test account numbers only: use 000123456789.']),
  ];
  if (requirements.length > 0 || !behaviour) return { requirements };
  return { behaviour, last4: account.slice(-4), fingerprint: fingerprintOf(holderName, account) };
}

/** Everybody shares the few test numbers, so the holder is part of it. */
const fingerprintOf = (holderName: string, account: string): string =>
  createHash('sha256')
    .update(JSON.stringify([holderName.trim().toLowerCase(), account]))
    .digest('base64url');

/** Checks the ABA check digit of a routing number: weights 3, 7, 1. */
function hasRoutingChecksum(routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false;
  const weights = [3, 7, 1];
  const sum = [...routing].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  );
  return sum > 0 && sum % 10 === 0;
}
