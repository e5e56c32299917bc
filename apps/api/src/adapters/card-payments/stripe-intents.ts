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

/** Whether a text can be the id of an intent; no other is put into an address. */
export const isIntentId = (id: string): boolean => /^pi_\w{1,250}$/.test(id);

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * An intent as the marketplace knows it. An account at Stripe may be used for other things, too: an
 * intent that names no order is none of ours.
 *
 * @returns `undefined` for an intent of somebody else.
 * @throws where the answer is no intent at all.
 */
export function toIntent(answer: Stripe.PaymentIntent): PaymentIntent | undefined {
  const { id, client_secret: clientSecret, amount: amountCents, currency, metadata } = answer;
  const status = statuses[answer.status];
  const whole =
    answer.object === 'payment_intent' &&
    isIntentId(id) &&
    typeof clientSecret === 'string' &&
    Number.isSafeInteger(amountCents) &&
    status !== undefined;
  if (!whole) throw new Error('the answer is not a payment intent');
  const { orderId } = metadata;
  if (orderId === undefined || !isUuid(orderId)) return undefined;
  return { id, clientSecret, status, amountCents, currency, orderId };
}
