import { type Payouts, PayoutsUnavailable } from '../../ports/payouts.ts';
import {
  createSandboxRequests,
  type SandboxRequestOptions,
} from '../card-payments/sandbox-requests.ts';
import type { SandboxStore } from '../card-payments/sandbox-store.ts';
import {
  createAccount,
  findAccount,
  requireAccount,
  submitBankDetails,
  toAccount,
} from './sandbox-accounts.ts';
import { createPayout, findPayout, listPayouts } from './sandbox-payouts.ts';
import { bankDetailsFields } from './sandbox-test-accounts.ts';
import { createTransfer, findTransfer, reverseTransfer } from './sandbox-transfers.ts';

/** Payouts of the sandbox provider. Sellers enter test account numbers in a form. */
export function createSandboxPayouts(
  store: SandboxStore,
  options: Omit<SandboxRequestOptions, 'unavailable'>,
): Payouts {
  const { db } = store;
  const sendRequest = createSandboxRequests({ ...options, unavailable: PayoutsUnavailable });
  return {
    provider: 'sandbox',
    bankDetailsForm: bankDetailsFields,
    createAccount: (input) => sendRequest('createAccount', () => createAccount(store, input)),
    retrieveAccount: (id) =>
      sendRequest('retrieveAccount', async () => {
        const account = await findAccount(db, id);
        return account && toAccount(account);
      }),
    beginOnboarding: ({ accountId }) =>
      sendRequest('beginOnboarding', async () => {
        await requireAccount(db, accountId);
        return { kind: 'form', fields: bankDetailsFields };
      }),
    submitBankDetails: (accountId, details) =>
      sendRequest('submitBankDetails', () => submitBankDetails(store, accountId, details)),
    transfer: (input) => sendRequest('transfer', () => createTransfer(store, input)),
    retrieveTransfer: (id) => sendRequest('retrieveTransfer', () => findTransfer(db, id)),
    reverseTransfer: (input) => sendRequest('reverseTransfer', () => reverseTransfer(store, input)),
    createPayout: (input) => sendRequest('createPayout', () => createPayout(store, input)),
    retrievePayout: (input) => sendRequest('retrievePayout', () => findPayout(db, input)),
    listPayouts: (input) => sendRequest('listPayouts', () => listPayouts(db, input)),
  };
}
