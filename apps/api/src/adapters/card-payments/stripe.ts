import Stripe from 'stripe';
import {
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentEvent,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import { isIntentId, toIntent } from './stripe-intents.ts';

/** A Stripe account, with the names used in Stripe's dashboard. */
export interface StripeAccount {
  /** `sk_…`, or a restricted key `rk_…` with write access to payment intents and refunds. */
  readonly secretKey: string;
  /** `pk_…`; sent to browsers. */
  readonly publishableKey: string;
  /** `whsec_…`, of the endpoint `/webhooks/stripe`. */
  readonly webhookSecret: string;
  /** Base URL of the API, in tests. */
  readonly apiBase?: string | undefined;
}

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
  const { secretKey, publishableKey, webhookSecret, clock } = options;
  const stripe = new Stripe(secretKey, {
    timeout: options.timeoutMs ?? 5000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(options.apiBase ? parseApiBase(options.apiBase) : {}),
  });
  const { paymentIntents, refunds, webhooks } = stripe;

  async function findIntent(id: string): Promise<PaymentIntent | undefined> {
    try {
      return toIntent(await paymentIntents.retrieve(id));
    } catch (error) {
      if (isRefusal(error) && error.code === 'resource_missing') return undefined;
      throw error;
    }
  }

  return {
    cardPayments: {
      provider: 'stripe',
      clientConfig: { provider: 'stripe', publishableKey },
      signatureHeader: 'stripe-signature',
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
            if (!isRefusal(error) || error.code !== 'payment_intent_unexpected_state') throw error;
            return requireOrderIntent(await paymentIntents.retrieve(id));
          }
        }),
      refund: ({ intentId, idempotencyKey }) =>
        callStripe('refund', async () => {
          try {
            const params = { payment_intent: intentId };
            const { status } = await refunds.create(params, { idempotencyKey });
            if (status !== 'succeeded' && status !== 'pending') {
              throw new Error(`the refund of ${intentId} is ${status}`);
            }
          } catch (error) {
            // The amount has been refunded already, and the idempotency key has expired since.
            if (!isRefusal(error) || error.code !== 'charge_already_refunded') throw error;
          }
        }),
      verifyWebhook(rawBody, signature) {
        try {
          const now = clock.now().getTime();
          return toPaymentEvent(
            webhooks.constructEvent(
              rawBody,
              signature ?? '',
              webhookSecret,
              undefined,
              undefined,
              now,
            ),
          );
        } catch {
          return undefined;
        }
      },
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

/** Rethrows Stripe's rejections; after any other error the outcome is unknown. */
async function callStripe<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new CardPaymentsUnavailable(`Stripe failed: ${name}`, { cause: error });
  }
}

const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
const isRefusal = (
  error: unknown,
): error is Stripe.errors.StripeInvalidRequestError | Stripe.errors.StripeIdempotencyError =>
  error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError;

/** Converts an intent that was requested by its id, which therefore has an order id. */
function requireOrderIntent(stripeIntent: Stripe.PaymentIntent): PaymentIntent {
  const intent = toIntent(stripeIntent);
  if (!intent) throw new Error(`${stripeIntent.id} has no order id`);
  return intent;
}

/** An event about a charge refers to the charge's intent. */
function toPaymentEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const about = data.object as { object?: unknown; id?: unknown; payment_intent?: unknown };
  const intentId = about.object === 'payment_intent' ? about.id : about.payment_intent;
  return typeof intentId === 'string' ? { id, type, intentId } : { id, type };
}

function parseApiBase(apiBase: string) {
  const { protocol, hostname, port } = new URL(apiBase);
  const secure = protocol === 'https:';
  return {
    protocol: secure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (secure ? 443 : 80),
  };
}
