import { randomBytes } from 'node:crypto';
import { createStripeBalance } from './stripe-balance.fixture.ts';
import { createStripeCharges, type Intent } from './stripe-charges.fixture.ts';
import { createStripeConnect } from './stripe-connect.fixture.ts';
import { newId } from './stripe-ids.fixture.ts';
import {
  findUnknownParameter,
  invalid,
  missing,
  nowSeconds,
  ok,
  type StripeRequest,
  type StripeResponse,
  toList,
} from './stripe-lists.fixture.ts';
import samples from './stripe-objects.fixture.json' with { type: 'json' };

export type StripeStore = ReturnType<typeof createStripeStore>;

/** The objects of the fake Stripe, and the requests that change them. */
export function createStripeStore() {
  const intents = new Map<string, Intent>();
  const balance = createStripeBalance();
  const charges = createStripeCharges(intents, balance);
  const connect = createStripeConnect(balance);

  function create(form: URLSearchParams): StripeResponse {
    const known = /^(amount|currency|metadata\[orderId\]|allowed_payment_method_types\[0\])$/;
    const unknown = findUnknownParameter(form, known);
    if (unknown) return unknown;
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
      created: nowSeconds(),
      metadata: orderId === null ? {} : { orderId },
    };
    intents.set(id, intent);
    return ok(intent);
  }

  function cancel(id: string): StripeResponse {
    const intent = intents.get(id);
    if (!intent) return missing('payment_intent', id);
    if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
      return invalid(
        'payment_intent_unexpected_state',
        `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      );
    }
    intent.status = 'canceled';
    return ok(intent);
  }

  function retrieve(id: string, query: URLSearchParams): StripeResponse {
    const intent = intents.get(id);
    if (!intent) return missing('payment_intent', id);
    const isExpanded = query.getAll('expand[0]').includes('latest_charge.balance_transaction');
    return ok(isExpanded ? { ...intent, latest_charge: charges.chargeOf(id) ?? null } : intent);
  }

  function handle(request: StripeRequest): StripeResponse {
    const { method, path, form, query } = request;
    const [, resource, id, action] = /^\/v1\/(\w+)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
    if (resource === 'payment_intents') {
      if (method === 'GET')
        return id === undefined ? toList([...intents.values()], request) : retrieve(id, query);
      if (id === undefined) return create(form);
      if (action === 'cancel') return cancel(id);
    }
    if (resource === 'balance_transactions') return balance.list(request);
    return (
      charges.handle(request) ??
      connect.handle(request) ??
      invalid('url_invalid', `Unrecognized request URL (${method}: ${path}).`, { status: 404 })
    );
  }

  return {
    intents,
    balance,
    charges,
    connect,
    refunded: charges.refunded,
    /** Handles a well-formed request. */
    handle,
    /** Simulates the browser: a card that succeeds, or one that is declined. */
    confirm(id: string, goesThrough: boolean): void {
      const intent = intents.get(id);
      if (!intent || intent.status === 'canceled') throw new Error(`nothing to pay at ${id}`);
      intent.status = goesThrough ? 'succeeded' : 'requires_payment_method';
      intent.amount_received = goesThrough ? intent.amount : 0;
      intent.last_payment_error = goesThrough ? null : { code: 'card_declined' };
      charges.charge(intent, goesThrough);
    },
    /** A Stripe event; an object that the fake does not have becomes a sample with this id. */
    event(type: string, id: string) {
      return { ...samples.event, id: newId('evt'), type, ...describe(type, id) };
    },
  };

  /** The object that events of a type are about; those of connected accounts name the account. */
  function describe(type: string, id: string): { account?: string; data: { object: object } } {
    const data = (object: object) => ({ data: { object } });
    if (type.startsWith('charge.dispute.')) return data({ ...samples.dispute, id });
    if (type.startsWith('charge.')) {
      return data({ ...samples.charge, id: newId('ch'), payment_intent: id });
    }
    if (type.startsWith('refund.'))
      return data({ ...samples.refund, id: newId('re'), payment_intent: id });
    if (type.startsWith('account.')) return { account: id, ...data({ ...samples.account, id }) };
    if (type.startsWith('payout.')) {
      const payout = connect.findPayoutObject(id);
      return { account: payout?.account ?? 'acct_1', ...data({ ...samples.payout, id }) };
    }
    return data(intents.get(id) ?? { ...samples.payment_intent, id });
  }
}
