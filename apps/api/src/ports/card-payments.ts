import type { ClientConfig, currency } from '@redial/contract';

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
}

/**
 * A verified webhook event. It only says which intent has changed; the intent's state is read from
 * the provider.
 */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The intent concerned, if the event is about one. */
  readonly intentId?: string;
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
   * Refunds the whole amount of a succeeded intent, once. A full refund made before counts as
   * success, even if the provider has forgotten its idempotency key (kept for about a day) or if it
   * was made in the provider's dashboard.
   *
   * @throws CardPaymentsUnavailable
   */
  refund(input: { intentId: string; amountCents?: number; idempotencyKey: string }): Promise<void>;

  /**
   * Verifies a webhook's signature on its raw body, and its age (at most five minutes).
   *
   * @returns the event, or `undefined` if the signature is invalid.
   */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): PaymentEvent | undefined;
}
