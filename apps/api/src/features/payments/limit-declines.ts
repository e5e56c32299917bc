import type { CardPayments, PaymentIntent } from '../../ports/card-payments.ts';

/** Declined attempts after which an intent is canceled: stolen cards are tested in this way. */
const maxDeclines = 10;

/**
 * Retrieves an intent from the provider, and cancels it if too many cards were declined. The declines
 * are counted by the provider, so late, lost and repeated webhooks change nothing.
 *
 * @returns the intent, or `undefined` if the provider has no such intent.
 * @throws CardPaymentsUnavailable
 */
export async function retrieveLimitedIntent(
  cardPayments: CardPayments,
  intentId: string,
): Promise<PaymentIntent | undefined> {
  const intent = await cardPayments.retrieveIntent(intentId);
  if (!intent?.wasDeclined || intent.status !== 'requires_payment_method') return intent;
  const declines = await cardPayments.countDeclines(intentId);
  return declines < maxDeclines ? intent : cardPayments.cancelIntent(intentId);
}
