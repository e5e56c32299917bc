import type Stripe from 'stripe';
import type { IntentStatus, PaymentIntent } from '../../ports/card-payments.ts';

const statuses: Record<Stripe.PaymentIntent.Status, IntentStatus> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'processing',
  canceled: 'canceled',
  succeeded: 'succeeded',
};

/** Whether a string can be the id of an intent. Others are not put into a URL. */
export const isIntentId = (id: string): boolean => /^pi_\w{1,250}$/.test(id);

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Converts Stripe's payment intent. A Stripe account may also be used for other purposes: an intent
 * without an order id does not belong to the marketplace.
 *
 * @returns `undefined` for an intent without an order id.
 * @throws if the object is not a payment intent.
 */
export function toIntent(stripeIntent: Stripe.PaymentIntent): PaymentIntent | undefined {
  const { id, client_secret: clientSecret, amount: amountCents, currency, metadata } = stripeIntent;
  const status = statuses[stripeIntent.status];
  const whole =
    stripeIntent.object === 'payment_intent' &&
    isIntentId(id) &&
    typeof clientSecret === 'string' &&
    Number.isSafeInteger(amountCents) &&
    status !== undefined;
  if (!whole) throw new Error('the response is not a payment intent');
  const { orderId } = metadata;
  if (orderId === undefined || !isUuid(orderId)) return undefined;
  const wasDeclined = Boolean(stripeIntent.last_payment_error);
  return { id, clientSecret, status, amountCents, currency, orderId, wasDeclined };
}
