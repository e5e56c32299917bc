import type { currency } from '@redial/contract';

/** The provider could not be reached or returned an invalid response; the outcome is unknown. */
export class PayoutsUnavailable extends Error {
  override readonly name = 'PayoutsUnavailable';
}

/**
 * - `details-needed`: the seller has to enter or correct something.
 * - `pending`: the provider verifies what was entered.
 * - `enabled`: money can be transferred and paid out.
 * - `rejected`: the provider refuses this seller.
 */
export type PayoutAccountStatus = 'details-needed' | 'pending' | 'enabled' | 'rejected';

/** A seller's account at the provider. */
export interface PayoutAccount {
  readonly id: string;
  readonly status: PayoutAccountStatus;
  /** What the seller has to do, one sentence each. */
  readonly requirements: readonly string[];
  /** The last digits of the bank account, if there is one. */
  readonly last4: string | undefined;
  /** The same for the same bank account of any user; it does not give the number away. */
  readonly fingerprint: string | undefined;
}

/** The details that a seller enters if the provider has no page of its own for them. */
export interface BankDetails {
  readonly holderName: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
}

/** A field of the form for the bank details. */
export interface BankDetailsField {
  readonly name: keyof BankDetails;
  readonly label: string;
  readonly hint: string;
  readonly maxLength: number;
  readonly inputMode: 'text' | 'numeric';
}

/** How a seller enters the details: on a page of the provider, or in a form of the marketplace. */
export type Onboarding =
  | { readonly kind: 'hosted'; readonly url: string; readonly expiresAt: Date }
  | { readonly kind: 'form'; readonly fields: readonly BankDetailsField[] };

/** Money moved from the marketplace's balance to a seller's account at the provider. */
export interface Transfer {
  readonly id: string;
  readonly accountId: string;
  readonly amountCents: number;
  /** How much of it was moved back. */
  readonly reversedCents: number;
  /** The payout that it is for. */
  readonly group: string;
  readonly createdAt: Date;
}

/**
 * A payout from a seller's account to the bank. `paid` is not final: some banks return the money
 * later, and the payout becomes `failed`, which is final. The money is then in the seller's account at
 * the provider again.
 */
export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed';

export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly amountCents: number;
  readonly status: PayoutStatus;
  /** The provider's code if it failed, such as `account_closed`. */
  readonly failureCode: string | undefined;
  /** The reference with which it was created; undefined if it was made in the dashboard. */
  readonly reference: string | undefined;
  /** When the money is expected at the bank. */
  readonly arrivesAt: Date;
  readonly createdAt: Date;
}

/**
 * Pays sellers out, at the provider that takes the cards: its webhooks report changes of accounts and
 * payouts too (`CardPayments.verifyWebhook`). Amounts are in cents. Its methods are called outside transactions and are safe to
 * repeat. A request that the provider rejects (an unknown account, a reused idempotency key) throws a
 * plain error: retrying does not help.
 */
export interface Payouts {
  readonly provider: 'sandbox' | 'stripe';
  /** The form for the bank details; undefined if the provider has a page of its own. */
  readonly bankDetailsForm: readonly BankDetailsField[] | undefined;

  /**
   * Creates a seller's account, or returns the one created earlier with the same idempotency key.
   *
   * @throws PayoutsUnavailable
   */
  createAccount(input: {
    userId: string;
    email: string;
    idempotencyKey: string;
  }): Promise<PayoutAccount>;

  /**
   * @returns the account's current state, or `undefined` if the provider has no such account.
   * @throws PayoutsUnavailable
   */
  retrieveAccount(id: string): Promise<PayoutAccount | undefined>;

  /**
   * Begins or continues entering the details.
   *
   * @param input.returnUrl where a hosted page sends the seller afterwards.
   * @param input.refreshUrl where it sends the seller if its link has expired.
   * @throws PayoutsUnavailable
   */
  beginOnboarding(input: {
    accountId: string;
    returnUrl: string;
    refreshUrl: string;
  }): Promise<Onboarding>;

  /**
   * Submits the details of the form. Providers with a page of their own reject this.
   *
   * @returns the account, whose requirements say what is wrong with the details.
   * @throws PayoutsUnavailable
   */
  submitBankDetails(accountId: string, details: BankDetails): Promise<PayoutAccount>;

  /**
   * Transfers money to a seller's account, at most once per group, also if the provider has forgotten
   * the idempotency key.
   *
   * @throws AmountRefused `balance-insufficient`
   * @throws PayoutsUnavailable
   */
  transfer(input: {
    accountId: string;
    amountCents: number;
    currency: typeof currency;
    group: string;
  }): Promise<Transfer>;

  /**
   * @returns the transfer's current state, or `undefined` if the provider has no such transfer.
   * @throws PayoutsUnavailable
   */
  retrieveTransfer(id: string): Promise<Transfer | undefined>;

  /**
   * Moves part or all of a transfer back to the marketplace's balance, once per idempotency key.
   *
   * @throws AmountRefused `exceeds-remaining`, `balance-insufficient`
   * @throws PayoutsUnavailable
   */
  reverseTransfer(input: {
    transferId: string;
    amountCents: number;
    idempotencyKey: string;
  }): Promise<Transfer>;

  /**
   * Pays out from a seller's account to the bank, at most once per reference, also if the provider has
   * forgotten the idempotency key.
   *
   * @param input.requestedAt when the payout was requested: an earlier attempt is not older.
   * @throws AmountRefused `balance-insufficient`
   * @throws PayoutsUnavailable
   */
  createPayout(input: {
    accountId: string;
    amountCents: number;
    currency: typeof currency;
    reference: string;
    requestedAt: Date;
  }): Promise<Payout>;

  /**
   * @returns the payout's current state, or `undefined` if the provider has no such payout.
   * @throws PayoutsUnavailable
   */
  retrievePayout(input: { accountId: string; payoutId: string }): Promise<Payout | undefined>;

  /**
   * Lists the payouts of a seller's account created since a time, oldest first.
   *
   * @throws PayoutsUnavailable
   */
  listPayouts(input: { accountId: string; since: Date }): Promise<Payout[]>;
}
