import type { ClientConfig, currency } from '@redial/contract';
import type { ProviderEvent } from './provider-events.ts';

/** The status of an intent. Only `succeeded` and `canceled` are final. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent {
  /** The intent's id; `transactionId` on the wire. */
  readonly id: string;
  /** Authorizes a browser to confirm this intent. */
  readonly clientSecret: string;
  readonly status: IntentStatus;
  readonly amountCents: number;
  /** Lower-case ISO 4217. */
  readonly currency: string;
  /** The order to be paid. */
  readonly orderId: string;
  /** Whether the last attempt to pay was declined. */
  readonly wasDeclined: boolean;
}

/**
 * The status of a refund. A `pending` one can still fail, and so can a `succeeded` one: banks reject
 * refunds to closed accounts days later. `failed` is final; the money is back at the provider.
 */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface Refund {
  readonly id: string;
  readonly intentId: string;
  readonly amountCents: number;
  readonly status: RefundStatus;
  /** The idempotency key with which it was made; undefined if it was made in the dashboard. */
  readonly idempotencyKey: string | undefined;
  /** The provider's code, if it failed. */
  readonly failureCode: string | undefined;
  readonly createdAt: Date;
}

/**
 * The status of a dispute with the buyer's bank (a chargeback). The provider takes the amount when it
 * is opened and returns it when it is `won`.
 */
export type CardDisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';

export interface CardDispute {
  readonly id: string;
  readonly intentId: string;
  /** The disputed amount, which the provider has taken. It can be less than the payment. */
  readonly amountCents: number;
  /** The provider's fees for the dispute, net of what it gave back. */
  readonly feeCents: number;
  readonly status: CardDisputeStatus;
  /** The reason that the bank gives, such as `fraudulent` or `product_not_received`. */
  readonly reason: string;
  /** When evidence has to be submitted; undefined if the bank accepts none. */
  readonly evidenceDueAt: Date | undefined;
  readonly createdAt: Date;
}

/** What a change of the balance at the provider was for. */
export type BalanceEntryKind =
  | 'charge'
  | 'refund'
  /** A refund that failed: its amount came back. */
  | 'refund-failure'
  | 'dispute'
  | 'dispute-reversal'
  | 'transfer'
  | 'transfer-reversal'
  /** The operator paid money in, or took it out. */
  | 'top-up'
  | 'withdrawal'
  /** A fee that belongs to no other entry. */
  | 'fee'
  | 'other';

/** One change of the marketplace's balance at the provider. */
export interface BalanceEntry {
  readonly id: string;
  readonly kind: BalanceEntryKind;
  /** Signed gross amount: positive if the balance grew. */
  readonly amountCents: number;
  /** The provider's fee, deducted from the gross amount. */
  readonly feeCents: number;
  /** The id of the intent, refund, dispute, transfer or other object concerned. */
  readonly sourceId: string | undefined;
  /** The intent of a refund that was made or has failed. */
  readonly intentId: string | undefined;
  readonly at: Date;
}

/**
 * The provider refuses to move an amount, and has moved nothing:
 * - `exceeds-remaining`: more than is left of the charge or transfer;
 * - `disputed`: the charge is disputed, and the bank decides about it;
 * - `balance-insufficient`: more than is available in the balance. It may be later.
 */
export class AmountRefused extends Error {
  override readonly name = 'AmountRefused';
  readonly reason: 'exceeds-remaining' | 'disputed' | 'balance-insufficient';

  constructor(reason: AmountRefused['reason'], options?: ErrorOptions) {
    super(`the card provider refuses the amount: ${reason}`, options);
    this.reason = reason;
  }
}

/** The provider could not be reached or returned an invalid response; the outcome is unknown. */
export class CardPaymentsUnavailable extends Error {
  override readonly name = 'CardPaymentsUnavailable';
}

/**
 * The card payment provider. Its methods are called outside transactions and are safe to repeat. A
 * request that the provider rejects (an unknown intent, a reused idempotency key) throws a plain
 * error: it is a programming error, and retrying does not help.
 */
export interface CardPayments {
  readonly provider: ClientConfig['payments']['provider'];
  /** Configuration that a browser needs to take cards for this provider. */
  readonly clientConfig: ClientConfig['payments'];
  /** Name of the request header with a webhook's signature, in lower case. */
  readonly signatureHeader: string;

  /**
   * Creates the intent of an order's payment, or returns the one created earlier with the same
   * idempotency key.
   *
   * @throws CardPaymentsUnavailable
   */
  createIntent(input: {
    orderId: string;
    amountCents: number;
    currency: typeof currency;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;

  /**
   * @returns the intent's current state, or `undefined` if the provider has no such intent.
   * @throws CardPaymentsUnavailable
   */
  retrieveIntent(id: string): Promise<PaymentIntent | undefined>;

  /**
   * Cancels an intent that has not succeeded.
   *
   * @returns the intent in its resulting state: `canceled`, or `succeeded` if the payment came
   *   first.
   * @throws CardPaymentsUnavailable
   */
  cancelIntent(id: string): Promise<PaymentIntent>;

  /**
   * Counts the declined attempts to pay an intent, whichever card was used.
   *
   * @throws CardPaymentsUnavailable
   */
  countDeclines(intentId: string): Promise<number>;

  /**
   * Returns the provider's fee for a succeeded intent, in cents; `undefined` while the provider has
   * not settled the charge.
   *
   * @throws CardPaymentsUnavailable
   */
  retrieveFee(intentId: string): Promise<number | undefined>;

  /**
   * Refunds part or all of a succeeded intent, at most once per idempotency key, also if the provider
   * has forgotten the key (kept for about a day). Several partial refunds add up to the charge at most.
   *
   * @throws AmountRefused `exceeds-remaining`, `disputed`
   * @throws CardPaymentsUnavailable
   */
  refund(input: { intentId: string; amountCents: number; idempotencyKey: string }): Promise<Refund>;

  /**
   * Lists all refunds of an intent, oldest first, including those made in the dashboard.
   *
   * @throws CardPaymentsUnavailable
   */
  listRefunds(intentId: string): Promise<Refund[]>;

  /**
   * @returns the dispute's current state, or `undefined` if the provider has no such dispute about an
   *   intent.
   * @throws CardPaymentsUnavailable
   */
  retrieveDispute(id: string): Promise<CardDispute | undefined>;

  /**
   * Lists disputes, oldest first: those of an intent, or those opened since a time.
   *
   * @throws CardPaymentsUnavailable
   */
  listDisputes(input: { intentId: string } | { since: Date }): Promise<CardDispute[]>;

  /**
   * Submits a text as evidence to the bank, which can be done once. A dispute that takes no evidence
   * any more is returned unchanged.
   *
   * @throws CardPaymentsUnavailable
   */
  submitEvidence(input: { disputeId: string; text: string }): Promise<CardDispute>;

  /**
   * Lists the changes of the marketplace's balance in a period, in any order.
   *
   * @param period.from inclusive
   * @param period.to exclusive
   * @throws CardPaymentsUnavailable
   */
  listBalanceEntries(period: { from: Date; to: Date }): AsyncIterable<BalanceEntry>;

  /**
   * Verifies a webhook's signature on its raw body, and its age (at most five minutes).
   *
   * @returns the event, or `undefined` if the signature is invalid.
   */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent | undefined;
}
