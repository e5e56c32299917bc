import type {
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethodResult,
  StripeCardElement,
  StripeError,
} from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { paymentNotCompleted, providerUnreachable } from '../payment-messages.ts';
import { createCardHandle, type StripePayments } from './card-handle.ts';

const intent = (status: PaymentIntent.Status) => ({ id: 'pi_1', status }) as PaymentIntent;
const payment = { clientSecret: 'pi_1_secret_1', paymentMethodId: 'pm_1' };
const asError = (about: Partial<StripeError>) => ({ error: about as StripeError });

/** A fake of Stripe.js with the given responses; a missing response rejects as a network error. */
function fakeStripe(responses: {
  method?: PaymentMethodResult;
  confirmed?: PaymentIntentResult;
  retrieved?: PaymentIntentResult;
}) {
  const down = () => Promise.reject(new Error('network'));
  const focused: true[] = [];
  const problems: (string | undefined)[] = [];
  const stripe: StripePayments = {
    createPaymentMethod: async () => responses.method ?? down(),
    confirmCardPayment: async (secret, data) => {
      expect([secret, data]).toEqual(['pi_1_secret_1', { payment_method: 'pm_1' }]);
      return responses.confirmed ?? down();
    },
    retrievePaymentIntent: async () => responses.retrieved ?? down(),
  };
  const element = { focus: () => void focused.push(true) } as unknown as StripeCardElement;
  const card = createCardHandle(stripe, element, (message) => problems.push(message));
  return { card, focused, problems };
}

test('a validation error is shown by the card field, which receives the focus', async () => {
  const { card, focused, problems } = fakeStripe({
    method: asError({ type: 'validation_error', message: 'Your card number is incomplete.' }),
  });
  expect(await card.createPaymentMethod()).toEqual({ ok: false });
  expect(problems).toEqual([undefined, 'Your card number is incomplete.']);
  expect(focused).toHaveLength(1);
});

test('a valid card yields a payment method', async () => {
  const method = { paymentMethod: { id: 'pm_1' } } as PaymentMethodResult;
  expect(await fakeStripe({ method }).card.createPaymentMethod()).toEqual({
    ok: true,
    paymentMethodId: 'pm_1',
  });
});

test('an unreachable Stripe is reported', async () => {
  expect(await fakeStripe({}).card.createPaymentMethod()).toEqual({
    ok: false,
    message: providerUnreachable,
  });
});

test.each<[string, Parameters<typeof fakeStripe>[0], object]>([
  [
    'succeeds',
    { confirmed: { paymentIntent: intent('succeeded') } },
    { ok: true, transactionId: 'pi_1' },
  ],
  [
    'had succeeded before',
    {
      confirmed: asError({
        type: 'invalid_request_error',
        message: 'unexpected state',
        payment_intent: intent('succeeded'),
      }),
    },
    { ok: true, transactionId: 'pi_1' },
  ],
  [
    'is declined',
    { confirmed: asError({ type: 'card_error', message: 'Your card was declined.' }) },
    { ok: false, message: 'Your card was declined.' },
  ],
  [
    'is not confirmed at the bank',
    {
      confirmed: asError({
        type: 'invalid_request_error',
        message: 'We are unable to authenticate your payment method.',
        payment_intent: intent('requires_payment_method'),
      }),
    },
    { ok: false, message: 'We are unable to authenticate your payment method.' },
  ],
  [
    'succeeded, but the response was lost',
    { retrieved: { paymentIntent: intent('succeeded') } },
    { ok: true, transactionId: 'pi_1' },
  ],
  [
    'succeeded, but Stripe returned a server error',
    {
      confirmed: asError({ type: 'api_connection_error' }),
      retrieved: { paymentIntent: intent('succeeded') },
    },
    { ok: true, transactionId: 'pi_1' },
  ],
  [
    'never reached Stripe',
    { retrieved: { paymentIntent: intent('requires_payment_method') } },
    { ok: false, message: paymentNotCompleted },
  ],
  ['cannot be looked up', {}, { ok: false, message: providerUnreachable }],
])('a payment that %s has the right result', async (_what, responses, expected) => {
  expect(await fakeStripe(responses).card.confirmCardPayment(payment)).toEqual(expected);
});
