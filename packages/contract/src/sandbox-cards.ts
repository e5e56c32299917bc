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

export const NewCard = Type.Object({
  /** Digits; spaces and hyphens between them are allowed. */
  number: Type.String({ maxLength: 40 }),
  expMonth: Type.Integer(),
  /** With two or four digits. */
  expYear: Type.Integer(),
  cvc: Type.String({ maxLength: 10 }),
});
export type NewCard = Static<typeof NewCard>;

/** Stands for a card for a few minutes; says nothing of its number but the last four digits. */
export const CardToken = Type.Object({
  id: Type.String(),
  brand: Type.String(),
  last4: Type.String(),
});
export type CardToken = Static<typeof CardToken>;

export const Confirmation = Type.Object({
  clientSecret: ClientSecret,
  paymentMethodId: Type.String({ maxLength: 60 }),
});
export type Confirmation = Static<typeof Confirmation>;

export const ActionOutcome = Type.Object({
  clientSecret: ClientSecret,
  outcome: Type.Union([Type.Literal('approve'), Type.Literal('fail')]),
});
export type ActionOutcome = Static<typeof ActionOutcome>;

export const CardIntent = Type.Object({
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
export type CardIntent = Static<typeof CardIntent>;

export const CardError = Type.Object({
  error: Type.Object({
    code: Type.String(),
    /** A sentence to show to the buyer. */
    message: Type.String(),
  }),
});
export type CardError = Static<typeof CardError>;

/** The id of the intent that a client secret confirms. */
export const intentIdOf = (clientSecret: string): string =>
  clientSecret.split('_secret_', 1)[0] ?? '';
