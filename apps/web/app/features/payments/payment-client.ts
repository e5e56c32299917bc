import type { FunctionComponent, Ref } from 'react';

/**
 * Result of a payment step. `message` is the provider's; omitted when its form shows the error
 * itself.
 */
export type StepResult<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly message?: string | undefined };

/**
 * A handle on the card in the provider's form. The card number never leaves the provider's code.
 */
export interface CardHandle {
  /** Validates the input and creates a short-lived payment method at the provider. */
  createPaymentMethod(): Promise<StepResult<{ paymentMethodId: string }>>;
  /**
   * Confirms the payment, including any authentication that the provider requires. Idempotent:
   * confirming a succeeded payment returns success again.
   */
  confirmCardPayment(payment: {
    clientSecret: string;
    paymentMethodId: string;
  }): Promise<StepResult<{ transactionId: string }>>;
}

export interface CardFormProps {
  /** Set while the provider is ready to accept a card; null before and after. */
  readonly ref: Ref<CardHandle>;
  /** The provider's publishable key, if it has one. */
  readonly publishableKey?: string | undefined;
  /** Price in dollars, for the provider's own display. */
  readonly price: number;
  /** Set while a payment is in progress. */
  readonly disabled: boolean;
}

/** A card payment provider in the browser: its card fields, rendered inside our form. */
export interface PaymentClient {
  readonly CardForm: FunctionComponent<CardFormProps>;
}
