import type { PaymentIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { CardHandle } from '../payment-client.ts';
import { paymentNotCompleted, providerUnreachable } from '../payment-messages.ts';

/** The calls that a payment makes of Stripe's script. */
export type StripePayments = Pick<
  Stripe,
  'createPaymentMethod' | 'confirmCardPayment' | 'retrievePaymentIntent'
>;

/**
 * The card in Stripe's field.
 *
 * @param onInvalid told what is wrong with what was typed; the field says it, not the form.
 */
export function createCardHandle(
  stripe: StripePayments,
  element: StripeCardElement,
  onInvalid: (message: string | undefined) => void,
): CardHandle {
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
      return { ok: false, message: messageOf(kept?.error) };
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

/** An answer that got lost says nothing about the money: then Stripe is asked what is true. */
async function retrieveIntent(
  stripe: StripePayments,
  clientSecret: string,
): Promise<PaymentIntent | undefined> {
  const answer = await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined);
  return answer?.paymentIntent;
}

function toStepResult(intent: PaymentIntent | undefined) {
  if (!intent) return { ok: false, message: providerUnreachable } as const;
  if (intent.status === 'succeeded') return { ok: true, transactionId: intent.id } as const;
  return { ok: false, message: paymentNotCompleted } as const;
}

/** Whether Stripe decided against it, as against not having answered. */
const isDecline = (error: StripeError | undefined): error is StripeError =>
  error !== undefined && error.type !== 'api_connection_error' && error.type !== 'api_error';

/** Stripe words what buyers may read: of cards and of what they typed. */
const messageOf = (error: StripeError | undefined): string =>
  isDecline(error) ? (error.message ?? paymentNotCompleted) : providerUnreachable;
