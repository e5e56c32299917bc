import { newId } from './stripe-ids.fixture.ts';
import { errorResponse, type StripeResponse } from './stripe-lists.fixture.ts';
import type { StripeStore } from './stripe-store.fixture.ts';

/** Stripe's test cards that are declined or require authentication. */
const declined = '4000000000000002';
const requiresAuthentication = '4000002500003155';

/**
 * The requests of Stripe's browser script, authenticated by the publishable key: creating a payment
 * method from a card and confirming an intent with it, with authentication by the bank if the card
 * requires it.
 *
 * @param onEvent receives the type of each webhook event and its intent.
 */
export function createBrowserApi(
  store: StripeStore,
  onEvent: (type: string, intentId: string) => void,
) {
  const cards = new Map<string, string>();

  function pay(id: string, goesThrough: boolean): void {
    store.confirm(id, goesThrough);
    onEvent(`payment_intent.${goesThrough ? 'succeeded' : 'payment_failed'}`, id);
  }

  return (method: string, path: string, form: URLSearchParams): StripeResponse => {
    const [, id = '', action] = /^\/v1\/payment_intents\/(\w+?)(?:\/(\w+))?$/.exec(path) ?? [];
    if (method === 'POST' && path === '/v1/payment_methods') {
      const paymentMethod = newId('pm');
      cards.set(paymentMethod, form.get('card[number]')?.replaceAll(/\D/g, '') ?? '');
      return { status: 200, body: { id: paymentMethod, object: 'payment_method', type: 'card' } };
    }
    const intent = store.intents.get(id);
    if (!intent || intent.client_secret !== form.get('client_secret')) {
      return errorResponse(
        404,
        'invalid_request_error',
        'resource_missing',
        'No such payment_intent',
      );
    }
    if (action === 'confirm') {
      const number = cards.get(form.get('payment_method') ?? '');
      if (number === requiresAuthentication) {
        intent.status = 'requires_action';
        return { status: 200, body: intent };
      }
      pay(id, number !== declined);
      if (number === declined) {
        return errorResponse(402, 'card_error', 'card_declined', 'Your card was declined.');
      }
    }
    // In reality, the bank's page reports this to Stripe; this fixture plays both.
    if (action === 'authenticate') {
      const authenticated = form.get('outcome') === 'success';
      if (authenticated) pay(id, true);
      else {
        intent.status = 'requires_payment_method';
        const message =
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
        const code = 'payment_intent_authentication_failure';
        return errorResponse(402, 'invalid_request_error', code, message);
      }
    }
    return { status: 200, body: intent };
  };
}
