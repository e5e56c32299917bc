import Type, { type Static } from 'typebox';

/**
 * What a browser says to the sandbox card provider, and hears from it. It plays an outside company, so
 * these are not calls of the API: they are under `/sandbox-cards`, carry no token, and answer errors in
 * the provider's own form. The steps are those of a card provider's browser library:
 *
 * - `POST /sandbox-cards/payment-methods` `NewCard` → `CardToken`
 * - `POST /sandbox-cards/intents/:id/confirm` `Confirmation` → `CardIntent`
 * - `POST /sandbox-cards/intents/:id/complete-action` `ActionOutcome` → `CardIntent`
 * - `GET /sandbox-cards/intents/:id?clientSecret=…` → `CardIntent`
 *
 * Each can answer `CardError` instead, with a status from 400 on.
 */
export const sandboxCardsPath = '/sandbox-cards';

const ClientSecret = Type.String({ maxLength: 200 });

export const CardDetails = Type.Object({
  /** Digits; spaces and hyphens between them are allowed. */
  number: Type.String({ maxLength: 40 }),
  expMonth: Type.Integer(),
  /** With two or four digits. */
  expYear: Type.Integer(),
  cvc: Type.String({ maxLength: 10 }),
});
export type CardDetails = Static<typeof CardDetails>;

/** Stands for a card for a few minutes; says nothing of its number but the last four digits. */
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
    /** A sentence to show to the buyer. */
    message: Type.String(),
  }),
});
export type CardError = Static<typeof CardError>;

/** The id of the intent that a client secret confirms. */
export const intentIdFromClientSecret = (clientSecret: string): string =>
  clientSecret.split('_secret_', 1)[0] ?? '';
