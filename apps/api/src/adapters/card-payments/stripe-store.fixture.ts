import { randomBytes } from 'node:crypto';
import samples from './stripe-objects.fixture.json' with { type: 'json' };

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
export type Intent = typeof samples.payment_intent & { metadata: Record<string, string> };

/** A response in Stripe's format. */
export interface StripeResponse {
  readonly status: number;
  readonly body: object;
}

export const errorResponse = (
  status: number,
  type: string,
  code: string,
  message: string,
): StripeResponse => ({
  status,
  body: { error: { type, code, message, doc_url: `https://stripe.com/docs/error-codes/${code}` } },
});

const invalid = (code: string, message: string, status = 400) =>
  errorResponse(status, 'invalid_request_error', code, message);

export type StripeStore = ReturnType<typeof createStripeStore>;

/** The intents and refunds of the fake Stripe, and the requests that change them. */
export function createStripeStore() {
  const intents = new Map<string, Intent>();
  /** Refunded cents by intent. */
  const refunded = new Map<string, number>();

  function missing(id: string): StripeResponse {
    return invalid('resource_missing', `No such payment_intent: '${id}'`, 404);
  }

  function create(form: URLSearchParams): StripeResponse {
    const known = /^(amount|currency|metadata\[orderId\]|allowed_payment_method_types\[0\])$/;
    for (const name of form.keys()) {
      if (!known.test(name))
        return invalid('parameter_unknown', `Received unknown parameter: ${name}`);
    }
    const amount = form.get('amount') ?? '';
    if (!/^[1-9]\d*$/.test(amount))
      return invalid('parameter_invalid_integer', 'Invalid integer: amount');
    if (Number(amount) < 50)
      return invalid('amount_too_small', 'Amount must be at least $0.50 usd');
    if (form.get('currency') !== 'usd') return invalid('parameter_missing', 'Missing: currency');
    const orderId = form.get('metadata[orderId]');
    const id = newId('pi');
    const intent: Intent = {
      ...samples.payment_intent,
      id,
      amount: Number(amount),
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      created: Math.floor(Date.now() / 1000),
      metadata: orderId === null ? {} : { orderId },
    };
    intents.set(id, intent);
    return { status: 200, body: intent };
  }

  function cancel(id: string): StripeResponse {
    const intent = intents.get(id);
    if (!intent) return missing(id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      return invalid(
        'payment_intent_unexpected_state',
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      );
    }
    intent.status = 'canceled';
    return { status: 200, body: intent };
  }

  function refund(form: URLSearchParams): StripeResponse {
    const id = form.get('payment_intent') ?? '';
    const intent = intents.get(id);
    if (!intent) return missing(id);
    if (intent.status !== 'succeeded') {
      return invalid(
        'intent_invalid_state',
        'This PaymentIntent does not have a successful charge.',
      );
    }
    if (refunded.has(id))
      return invalid('charge_already_refunded', 'Charge has already been refunded.');
    refunded.set(id, (refunded.get(id) ?? 0) + intent.amount);
    return {
      status: 200,
      body: { ...samples.refund, id: newId('re'), amount: intent.amount, payment_intent: id },
    };
  }

  return {
    intents,
    refunded,
    /** Handles a well-formed request. */
    handle(method: string, path: string, form: URLSearchParams): StripeResponse {
      const [, resource, id, action] = /^\/v1\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
      if (method === 'GET' && resource === 'payment_intents') {
        if (id === undefined) {
          const data = [...intents.values()].slice(0, 1);
          return { status: 200, body: { object: 'list', data, has_more: false, url: path } };
        }
        const intent = intents.get(id);
        return intent ? { status: 200, body: intent } : missing(id);
      }
      if (method === 'POST' && resource === 'payment_intents') {
        if (id === undefined) return create(form);
        if (action === 'cancel') return cancel(id);
      }
      if (method === 'POST' && resource === 'refunds') return refund(form);
      return invalid('url_invalid', `Unrecognized request URL (${method}: ${path}).`, 404);
    },
    /** Simulates the browser: a card that succeeds, or one that is declined. */
    confirm(id: string, goesThrough: boolean): void {
      const intent = intents.get(id);
      if (!intent || intent.status === 'canceled') throw new Error(`nothing to pay at ${id}`);
      intent.status = goesThrough ? 'succeeded' : 'requires_payment_method';
      intent.amount_received = goesThrough ? intent.amount : 0;
    },
    /** A Stripe event about an intent or, depending on its type, about the intent's charge. */
    event(type: string, intentId: string) {
      const intent = intents.get(intentId) ?? { ...samples.payment_intent, id: intentId };
      const object = type.startsWith('charge.')
        ? { ...samples.charge, id: newId('ch'), payment_intent: intentId }
        : intent;
      return { ...samples.event, id: newId('evt'), type, data: { object } };
    },
  };
}
