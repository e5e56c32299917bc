import Type, { type Static } from 'typebox';

/**
 * The browser-facing HTTP interface of the sandbox card provider. The sandbox takes the place of an
 * external company, so these are not endpoints of the API: they live under `/sandbox-cards`, take no
 * token and have their own error format. They mirror the browser SDK of a card provider:
 *
 * - `POST /sandbox-cards/payment-methods` `CardDetails` → `CardPaymentMethod`
 * - `POST /sandbox-cards/intents/:id/confirm` `IntentConfirmation` → `CardPaymentIntent`
 * - `POST /sandbox-cards/intents/:id/complete-action` `ActionOutcome` → `CardPaymentIntent`
 * - `GET /sandbox-cards/intents/:id?clientSecret=…` → `CardPaymentIntent`
 *
 * Error responses (status 400 and above) are `CardError`.
 */
export const sandboxCardsPath = '/sandbox-cards';

const ClientSecret = Type.String({ maxLength: 200 });

export const CardDetails = Type.Object({
  /** Digits, optionally separated by spaces or hyphens. */
  number: Type.String({ maxLength: 40 }),
  expMonth: Type.Integer(),
  /** Two or four digits. */
  expYear: Type.Integer(),
  cvc: Type.String({ maxLength: 10 }),
});
export type CardDetails = Static<typeof CardDetails>;

/** A short-lived token for a card; only the last four digits of the number are exposed. */
export const CardPaymentMethod = Type.Object({
  id: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
});
export type CardPaymentMethod = Static<typeof CardPaymentMethod>;

export const IntentConfirmation = Type.Object({
  clientSecret: ClientSecret,
  paymentMethodId: Type.String({ maxLength: 60 }),
});
export type IntentConfirmation = Static<typeof IntentConfirmation>;

export const ActionOutcome = Type.Object({
  clientSecret: ClientSecret,
  outcome: Type.Union([Type.Literal('approve'), Type.Literal('fail')]),
});
export type ActionOutcome = Static<typeof ActionOutcome>;

export const CardPaymentIntent = Type.Object({
  /** The `transactionId` of a payment. */
  id: Type.String(),
  status: Type.Union([
    Type.Literal('requires_payment_method'),
    Type.Literal('requires_action'),
    Type.Literal('succeeded'),
    Type.Literal('canceled'),
  ]),
  amountCents: Type.Integer(),
  currency: Type.String(),
});
export type CardPaymentIntent = Static<typeof CardPaymentIntent>;

export const CardError = Type.Object({
  error: Type.Object({
    code: Type.String(),
    /** A sentence to display to the buyer. */
    message: Type.String(),
  }),
});
export type CardError = Static<typeof CardError>;

/** Extracts the intent id from a client secret. */
export const intentIdFromClientSecret = (clientSecret: string): string =>
  clientSecret.split('_secret_', 1)[0] ?? '';
