import { formatPrice } from './money.ts';
import type { Payout, PayoutState } from './payouts.ts';

/** The texts about payouts that the page and the mails share, so that both say the same. */

/** Paths of a seller's pages about money. */
export const balancePagePath = '/dashboard/balance';
export const payoutAccountPagePath = '/dashboard/payout-account';

/** The states in words, as a status label. */
export const payoutStateNames: Record<PayoutState, string> = {
  requested: 'Requested',
  transferred: 'Requested',
  paying: 'On its way',
  settled: 'Paid out',
  returning: 'Coming back',
  failed: 'Failed',
};

/** Why a payout failed, and what the seller does next. */
export interface PayoutFailure {
  readonly reason: string;
  /**
   * `account`: enter another bank account first; `retry`: request the payout again; `rest`: request what
   * is left.
   */
  readonly nextStep: 'account' | 'retry' | 'rest';
}

/**
 * Failure code of payouts that were taken back before they left the provider, because a late refund or a
 * chargeback had made the balance negative, or less than what waits for open chargebacks.
 */
export const negativeBalance = 'negative_balance';

/**
 * Explains the provider's failure code. Codes of Stripe: https://docs.stripe.com/api/payouts/failures;
 * the sandbox uses some of them. `rejected`, `unknown` and `negative_balance` are Redial's
 * own.
 */
export function explainPayoutFailure(code: string | null): PayoutFailure {
  switch (code) {
    case 'account_closed':
      return { reason: 'The bank account is closed.', nextStep: 'account' };
    case 'no_account':
      return { reason: 'The bank has no account with this number.', nextStep: 'account' };
    case 'account_frozen':
    case 'bank_account_restricted':
      return { reason: 'The bank account accepts no payments at present.', nextStep: 'account' };
    case 'incorrect_account_address':
    case 'incorrect_account_holder_address':
    case 'incorrect_account_holder_details':
    case 'incorrect_account_holder_name':
    case 'incorrect_account_holder_tax_id':
    case 'invalid_account_number':
    case 'invalid_account_number_length':
    case 'invalid_currency':
    case 'bank_ownership_changed':
    case 'unsupported_card':
      return { reason: 'The bank rejects the details of the bank account.', nextStep: 'account' };
    case negativeBalance:
      return {
        reason:
          'A refund or a chargeback of a sale took or holds more than was left in your balance.',
        nextStep: 'rest',
      };
    default:
      return { reason: 'The bank could not process the payout.', nextStep: 'retry' };
  }
}

const nextSteps: Record<PayoutFailure['nextStep'], string> = {
  account: 'Enter another bank account, then request the payout again.',
  retry: 'Request the payout again; if it fails again, enter another bank account.',
  rest: 'You can request what is left.',
};

/** The label of the link or button to the next step after a failed payout. */
export const payoutFailureActions: Record<PayoutFailure['nextStep'], string> = {
  account: 'Change the bank account',
  retry: 'Request it again',
  rest: 'Request what is left',
};

/** What has become of a payout, with what the seller does next. */
export function describePayout({
  amount,
  state,
  failureCode,
}: Pick<Payout, 'amount' | 'state' | 'failureCode'>): string {
  const money = formatPrice(amount);
  switch (state) {
    case 'requested':
    case 'transferred':
      return `${money} goes to your bank shortly.`;
    case 'paying':
      return `${money} is on its way to your bank.`;
    case 'settled':
      return `${money} was paid out to your bank.`;
    case 'returning':
      return `The payout of ${money} failed. ${explainPayoutFailure(failureCode).reason} The money is on its way back to your balance.`;
    case 'failed': {
      const { reason, nextStep } = explainPayoutFailure(failureCode);
      return `The payout of ${money} failed, and the money is in your balance again. ${reason} ${nextSteps[nextStep]}`;
    }
  }
}

/** What a change of a balance is called, by the type of its ledger transaction. */
const changeNames: Readonly<Record<string, string>> = {
  release: 'Sale',
  refund: 'Refund to the buyer',
  'chargeback-lost': 'Chargeback lost',
  payout: 'Payout',
  'payout-failed': 'Payout came back',
};

/** The name of a change of a balance; unknown types in their own words. */
export const nameBalanceChange = (type: string): string =>
  changeNames[type] ?? type.replaceAll('-', ' ');
