import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { EnteredCard } from '../payment-client.ts';
import { notCompleted, unreachable } from '../payment-words.ts';

/** The calls that a payment makes of Stripe's script. */
export type StripeCalls = Pick<
  Stripe,
  'createPaymentMethod' | 'confirmCardPayment' | 'retrievePaymentIntent'
>;

/**
 * The card in Stripe's field.
 *
 * @param onInvalid told what is wrong with what was typed; the field says it, not the form.
 */
export function enteredCard(
  stripe: StripeCalls,
  element: StripeCardElement,
  onInvalid: (message: string | undefined) => void,
): EnteredCard {
  return {
    async createPaymentMethod() {
      onInvalid(undefined);
      const kept = await stripe
        .createPaymentMethod({ type: 'card', card: element })
        .catch(() => undefined);
      if (kept?.paymentMethod) return { ok: true, paymentMethodId: kept.paymentMethod.id };
      if (kept?.error.type === 'validation_error') {
        onInvalid(kept.error.message);
        element.focus();
        return { ok: false };
      }
      return { ok: false, message: wordsOf(kept?.error) };
    },
    async confirmCardPayment({ clientSecret, paymentMethodId }) {
      const confirmed = await stripe
        .confirmCardPayment(clientSecret, { payment_method: paymentMethodId })
        .catch(() => undefined);
      const intent = confirmed?.paymentIntent ?? confirmed?.error.payment_intent;
      if (intent?.status === 'succeeded') return { ok: true, transactionId: intent.id };
      if (isRefusal(confirmed?.error)) return { ok: false, message: wordsOf(confirmed.error) };
      return outcomeOf(intent ?? (await found(stripe, clientSecret)));
    },
  };
}

/** An answer that got lost says nothing about the money: then Stripe is asked what is true. */
async function found(
  stripe: StripeCalls,
  clientSecret: string,
): Promise<PaymentIntent | undefined> {
  const answer = await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined);
  return answer?.paymentIntent;
}

function outcomeOf(intent: PaymentIntent | undefined) {
  if (!intent) return { ok: false, message: unreachable } as const;
  if (intent.status === 'succeeded') return { ok: true, transactionId: intent.id } as const;
  return { ok: false, message: notCompleted } as const;
}

/** Whether Stripe decided against it, as against not having answered. */
const isRefusal = (error: StripeError | undefined): error is StripeError =>
  error !== undefined && error.type !== 'api_connection_error' && error.type !== 'api_error';

/** Stripe words what buyers may read: of cards and of what they typed. */
const wordsOf = (error: StripeError | undefined): string =>
  isRefusal(error) ? (error.message ?? notCompleted) : unreachable;
