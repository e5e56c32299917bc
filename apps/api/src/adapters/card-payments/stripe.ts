import Stripe from 'stripe';
import {
  type CardPayments,
  CardPaymentsUnavailable,
  type PaymentEvent,
  type PaymentIntent,
} from '../../ports/card-payments.ts';
import type { Clock } from '../../ports/clock.ts';
import { isIntentId, toIntent } from './stripe-intents.ts';

/** An account at Stripe, as its dashboard names the parts. */
export interface StripeAccount {
  /** `sk_…`, or a restricted `rk_…` that may write payment intents and refunds. */
  readonly secretKey: string;
  /** `pk_…`; browsers are given it. */
  readonly publishableKey: string;
  /** `whsec_…`, of the endpoint that sends to `/webhooks/stripe`. */
  readonly webhookSecret: string;
  /** Where the API is, in tests. */
  readonly apiBase?: string | undefined;
}

export interface StripeCards {
  readonly cardPayments: CardPayments;
  /**
   * Asks Stripe for something small.
   *
   * @returns why the secret key is not taken, or `undefined` where it is.
   * @throws CardPaymentsUnavailable
   */
  check(): Promise<string | undefined>;
}

/**
 * Card payments through Stripe. A call that fails on the way, or that Stripe answers with a fault of
 * its own, is repeated twice under the same idempotency key before it is given up.
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
            // It was final before, or its money is on the way.
            if (!isRefusal(error) || error.code !== 'payment_intent_unexpected_state') throw error;
            return requireOrderIntent(await paymentIntents.retrieve(id));
          }
        }),
      refund: ({ intentId, idempotencyKey }) =>
        callStripe('refund', async () => {
          try {
            const asked = { payment_intent: intentId };
            const { status } = await refunds.create(asked, { idempotencyKey });
            if (status !== 'succeeded' && status !== 'pending') {
              throw new Error(`the refund of ${intentId} is ${status}`);
            }
          } catch (error) {
            // All of it is back with the buyer: an answer was lost, and the key forgotten since.
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

/** What Stripe refuses as it is passes through; anything else leaves the outcome unknown. */
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

/** An intent that we asked for, and that therefore names an order. */
function requireOrderIntent(answer: Stripe.PaymentIntent): PaymentIntent {
  const intent = toIntent(answer);
  if (!intent) throw new Error(`${answer.id} names no order`);
  return intent;
}

/** A message about a charge names the charge's intent. */
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
