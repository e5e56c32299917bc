import type { ComponentType, Ref } from 'react';

/** How a step of a payment went; `message` is the provider's, left out where its form says it. */
export type StepResult<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly message?: string | undefined };

/** A card as it stands in the provider's form. Its number never leaves the provider's part. */
export interface CardHandle {
  /** Checks what is entered and has the provider keep it for a moment. */
  createPaymentMethod(): Promise<StepResult<{ paymentMethodId: string }>>;
  /**
   * Charges the card, with whatever the provider asks of the buyer on the way. Safe to repeat: a
   * payment that has succeeded answers so again.
   */
  confirmCardPayment(payment: {
    clientSecret: string;
    paymentMethodId: string;
  }): Promise<StepResult<{ transactionId: string }>>;
}

export interface CardFormProps {
  /** Given the card once the provider is ready to take it; null before and after. */
  readonly ref: Ref<CardHandle>;
  /** The provider's key for browsers, where it has one. */
  readonly publishableKey?: string | undefined;
  /** In dollars, for what the provider shows. */
  readonly price: number;
  /** While a payment goes on. */
  readonly disabled: boolean;
}

/** A card provider in the browser: its fields, to be placed inside a form of ours. */
export interface PaymentClient {
  readonly CardForm: ComponentType<CardFormProps>;
}
