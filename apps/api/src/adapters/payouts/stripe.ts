import { AmountRefused } from '../../ports/card-payments.ts';
import { type Payouts, PayoutsUnavailable } from '../../ports/payouts.ts';
import {
  createStripeCall,
  createStripeClient,
  type StripeAccount,
} from '../card-payments/stripe-client.ts';
import { createAccount, createOnboardingLink, findAccount } from './stripe-accounts.ts';
import {
  createPayout,
  createTransfer,
  findPayout,
  findTransfer,
  listPayouts,
  reverseTransfer,
} from './stripe-transfers.ts';

/**
 * Payouts through Stripe Connect: each seller has an Express account, which Stripe's hosted onboarding
 * sets up. Charges and transfers are separate; money is transferred when it is paid out.
 *
 * @param options.timeoutMs for each attempt.
 */
export function createStripePayouts(
  options: Pick<StripeAccount, 'secretKey' | 'apiBase'> & { timeoutMs?: number },
): Payouts {
  const stripe = createStripeClient(options);
  const callStripe = createStripeCall(PayoutsUnavailable, AmountRefused);
  return {
    provider: 'stripe',
    bankDetailsForm: undefined,
    createAccount: (input) => callStripe('createAccount', () => createAccount(stripe, input)),
    retrieveAccount: (id) => callStripe('retrieveAccount', () => findAccount(stripe, id)),
    beginOnboarding: (input) =>
      callStripe('beginOnboarding', () => createOnboardingLink(stripe, input)),
    submitBankDetails: async () => {
      throw new Error('Stripe takes bank details on its own page only');
    },
    transfer: (input) => callStripe('transfer', () => createTransfer(stripe, input)),
    retrieveTransfer: (id) => callStripe('retrieveTransfer', () => findTransfer(stripe, id)),
    reverseTransfer: (input) => callStripe('reverseTransfer', () => reverseTransfer(stripe, input)),
    createPayout: (input) => callStripe('createPayout', () => createPayout(stripe, input)),
    retrievePayout: (input) => callStripe('retrievePayout', () => findPayout(stripe, input)),
    listPayouts: (input) => callStripe('listPayouts', () => listPayouts(stripe, input)),
  };
}
