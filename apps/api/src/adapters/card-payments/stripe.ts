import Stripe from 'stripe';
import {
  AmountRefused,
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import { findFee, listBalanceEntries } from './stripe-balance.ts';
import {
  createStripeCall,
  createStripeClient,
  isRejectedAs,
  isRejection,
  type StripeAccount,
} from './stripe-client.ts';
import { findDispute, listDisputes, submitEvidence } from './stripe-disputes.ts';
import { isIntentId, toIntent } from './stripe-intents.ts';
import { createRefund, listIntentRefunds } from './stripe-refunds.ts';
import { signatureHeader, verifyStripeWebhook } from './stripe-webhooks.ts';

export interface StripeCards {
  readonly cardPayments: CardPayments;
  /**
   * Verifies the secret key with a small request.
   *
   * @returns the reason why Stripe rejects the key, or `undefined` if it is accepted.
   * @throws CardPaymentsUnavailable
   */
  check(): Promise<string | undefined>;
}

/**
 * Card payments through Stripe. Requests that fail with a network error or a server error are
 * retried twice with the same idempotency key.
 *
 * @param options.timeoutMs for each attempt.
 */
export function createStripeCards(
  options: StripeAccount & { clock: Clock; timeoutMs?: number },
): StripeCards {
  const { publishableKey, webhookSecret, connectWebhookSecret, clock } = options;
  const stripe = createStripeClient(options);
  const callStripe = createStripeCall(CardPaymentsUnavailable, AmountRefused);
  const { paymentIntents, charges } = stripe;

  async function findIntent(id: string): Promise<PaymentIntent | undefined> {
    try {
      return toIntent(await paymentIntents.retrieve(id));
    } catch (error) {
      if (isRejectedAs(error, 'resource_missing')) return undefined;
      throw error;
    }
  }

  return {
    cardPayments: {
      provider: 'stripe',
      clientConfig: { provider: 'stripe', publishableKey },
      signatureHeader,
      createIntent: ({ orderId, amountCents, currency, idempotencyKey }) =>
        callStripe('createIntent', async () =>
          requireOrderIntent(
            await paymentIntents.create(
              {
                amount: amountCents,
                currency,
                metadata: { orderId },
                allowed_payment_method_types: ['card'],
              },
              { idempotencyKey },
            ),
          ),
        ),
      retrieveIntent: async (id) =>
        isIntentId(id) ? callStripe('retrieveIntent', () => findIntent(id)) : undefined,
      cancelIntent: (id) =>
        callStripe('cancelIntent', async () => {
          try {
            return requireOrderIntent(await paymentIntents.cancel(id));
          } catch (error) {
            // The intent is final already, or the payment is processing.
            if (!isRejectedAs(error, 'payment_intent_unexpected_state')) throw error;
            return requireOrderIntent(await paymentIntents.retrieve(id));
          }
        }),
      countDeclines: (id) =>
        callStripe('countDeclines', async () => {
          let declines = 0;
          for await (const { status } of charges.list({ payment_intent: id, limit: 100 }))
            if (status === 'failed') declines++;
          return declines;
        }),
      retrieveFee: (id) => callStripe('retrieveFee', () => findFee(stripe, id)),
      refund: (input) => callStripe('refund', () => createRefund(stripe, input)),
      listRefunds: (id) => callStripe('listRefunds', () => listIntentRefunds(stripe, id)),
      retrieveDispute: (id) => callStripe('retrieveDispute', () => findDispute(stripe, id)),
      listDisputes: (input) => callStripe('listDisputes', () => listDisputes(stripe, input)),
      submitEvidence: (input) => callStripe('submitEvidence', () => submitEvidence(stripe, input)),
      async *listBalanceEntries(period) {
        try {
          yield* listBalanceEntries(stripe, period);
        } catch (error) {
          if (isRejection(error)) throw error;
          throw new CardPaymentsUnavailable('Stripe failed: listBalanceEntries', { cause: error });
        }
      },
      verifyWebhook: (rawBody, signature) =>
        verifyStripeWebhook(
          stripe,
          { secrets: [webhookSecret, connectWebhookSecret], clock },
          rawBody,
          signature,
        ),
    },
    check: () =>
      callStripe('check', async () => {
        try {
          await paymentIntents.list({ limit: 1 });
          return undefined;
        } catch (error) {
          const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
          const refused =
            error instanceof StripeAuthenticationError || error instanceof StripePermissionError;
          if (refused) return error.message;
          throw error;
        }
      }),
  };
}

/** Converts an intent that was requested by its id, which therefore has an order id. */
function requireOrderIntent(stripeIntent: Stripe.PaymentIntent): PaymentIntent {
  const intent = toIntent(stripeIntent);
  if (!intent) throw new Error(`${stripeIntent.id} has no order id`);
  return intent;
}
