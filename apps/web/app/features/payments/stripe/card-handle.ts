import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { CardHandle } from '../payment-client.ts';
import { paymentNotCompleted, providerUnreachable } from '../payment-messages.ts';

/** The Stripe.js methods that a payment uses. */
export type StripePayments = Pick<
  Stripe,
  'createPaymentMethod' | 'confirmCardPayment' | 'retrievePaymentIntent'
>;

/**
 * A handle on the card in Stripe's field.
 *
 * @param onInvalid called with the validation error, which the field shows instead of the form
 */
export function createCardHandle(
  stripe: StripePayments,
  element: StripeCardElement,
  onInvalid: (message: string | undefined) => void,
): CardHandle {
  return {
    async createPaymentMethod() {
      onInvalid(undefined);
      const result = await stripe
        .createPaymentMethod({ type: 'card', card: element })
        .catch(() => undefined);
      if (result?.paymentMethod) return { ok: true, paymentMethodId: result.paymentMethod.id };
      if (result?.error.type === 'validation_error') {
        onInvalid(result.error.message);
        element.focus();
        return { ok: false };
      }
      return { ok: false, message: messageOf(result?.error) };
    },
    async confirmCardPayment({ clientSecret, paymentMethodId }) {
      const confirmed = await stripe
        .confirmCardPayment(clientSecret, { payment_method: paymentMethodId })
        .catch(() => undefined);
      const intent = confirmed?.paymentIntent ?? confirmed?.error.payment_intent;
      if (intent?.status === 'succeeded') return { ok: true, transactionId: intent.id };
      if (isDecline(confirmed?.error)) return { ok: false, message: messageOf(confirmed.error) };
      return toStepResult(intent ?? (await retrieveIntent(stripe, clientSecret)));
    },
  };
}

/** If the response is lost, reads the intent's actual status. */
async function retrieveIntent(
  stripe: StripePayments,
  clientSecret: string,
): Promise<PaymentIntent | undefined> {
  const response = await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined);
  return response?.paymentIntent;
}

function toStepResult(intent: PaymentIntent | undefined) {
  if (!intent) return { ok: false, message: providerUnreachable } as const;
  if (intent.status === 'succeeded') return { ok: true, transactionId: intent.id } as const;
  return { ok: false, message: paymentNotCompleted } as const;
}

/** Whether Stripe declined the request, as opposed to failing to process it. */
const isDecline = (error: StripeError | undefined): error is StripeError =>
  error !== undefined && error.type !== 'api_connection_error' && error.type !== 'api_error';

/** Stripe's messages for card and validation errors are meant for buyers. */
const messageOf = (error: StripeError | undefined): string =>
  isDecline(error) ? (error.message ?? paymentNotCompleted) : providerUnreachable;
