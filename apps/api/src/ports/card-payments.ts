import type { ClientConfig } from '@redial/contract';

/** Where an intent stands. Only `succeeded` and `canceled` are final. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export interface PaymentIntent {
  /** The `transactionId` of the wire. */
  readonly id: string;
  /** Lets a browser confirm this one intent. */
  readonly clientSecret: string;
  readonly status: IntentStatus;
  readonly amountCents: number;
  /** Lower-case ISO 4217. */
  readonly currency: string;
  /** The order it was made for. */
  readonly orderId: string;
}

/** A verified webhook message: what it speaks of, never what it claims. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The intent to look at, where the message is about one. */
  readonly intentId?: string;
}

/** The card provider could not be reached or answered nonsense; the outcome is unknown. */
export class CardPaymentsUnavailable extends Error {
  override readonly name = 'CardPaymentsUnavailable';
}

/**
 * The card payment provider. Calls are made outside transactions; each can be repeated safely. One that
 * the provider refuses as it is (an intent that it does not know, a key used for something else) throws
 * a plain error: a mistake of the caller, which no repetition mends.
 */
export interface CardPayments {
  readonly provider: ClientConfig['payments']['provider'];
  /** What a browser must know to take cards for it. */
  readonly clientConfig: ClientConfig['payments'];
  /** The header, in lower case, in which its webhooks carry their signature. */
  readonly signatureHeader: string;

  /**
   * Makes the intent of an order's payment, or answers the one made before with the same key.
   *
   * @throws CardPaymentsUnavailable
   */
  createIntent(input: {
    orderId: string;
    amountCents: number;
    currency: 'usd';
    idempotencyKey: string;
  }): Promise<PaymentIntent>;

  /**
   * @returns the intent as it stands now, or `undefined` where the provider knows none by that id.
   * @throws CardPaymentsUnavailable
   */
  retrieveIntent(id: string): Promise<PaymentIntent | undefined>;

  /**
   * Cancels an intent that has not succeeded.
   *
   * @returns the intent as it then stands: `canceled`, or `succeeded` where the cancel came too late.
   * @throws CardPaymentsUnavailable
   */
  cancelIntent(id: string): Promise<PaymentIntent>;

  /**
   * Gives the whole amount of a succeeded intent back, once: what has been given back already is
   * settled, also where the provider has forgotten the key under which it was (they are kept for a
   * day or so), or where it was given back on the provider's own pages.
   *
   * @throws CardPaymentsUnavailable
   */
  refund(input: { intentId: string; idempotencyKey: string }): Promise<void>;

  /**
   * Checks a webhook's signature on its raw body, and its age (five minutes).
   *
   * @returns the message, or `undefined` where the provider did not sign it.
   */
  verifyWebhook(rawBody: Buffer, signature: string | undefined): PaymentEvent | undefined;
}
