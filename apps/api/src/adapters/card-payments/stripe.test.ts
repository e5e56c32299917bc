import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from 'vitest';
import { cardPaymentsContract, type TestCard } from '../../ports/card-payments.contract.ts';
import { CardPaymentsUnavailable, type PaymentIntent } from '../../ports/card-payments.ts';
import { cardRefundsContract } from '../../ports/card-refunds.contract.ts';
import { account, type StripeFault, startFakeStripe } from './stripe.fixture.ts';
import { createStripeCards } from './stripe.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let now = new Date('2026-05-31T22:00:00Z');
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.requests.length = 0;
});

const open = (options: Partial<typeof account> & { apiBase?: string } = {}) =>
  createStripeCards({
    ...account,
    apiBase: stripe.apiBase,
    clock: { now: () => now },
    timeoutMs: 300,
    ...options,
  });

/** Cards that do something later, by intent. */
const laterCards = new Map<string, TestCard>();

const underTest = async () => ({
  cardPayments: open().cardPayments,
  now: () => new Date(),
  pay: async ({ id }: PaymentIntent, card: TestCard = 'good') => {
    stripe.confirm(id, true);
    laterCards.set(id, card);
    if (card === 'refund-pending') stripe.charges.pendingRefunds.add(id);
  },
  payWithDeclinedCard: async ({ id }: PaymentIntent) => stripe.confirm(id, false),
  settle: async () => {
    for (const [id, card] of laterCards) {
      if (card === 'disputed') stripe.charges.openDispute(id);
      if (card === 'refund-pending') stripe.charges.setRefundStatus(id, 'succeeded');
      if (card === 'refund-fails') stripe.charges.setRefundStatus(id, 'failed');
    }
    laterCards.clear();
  },
  decideDispute: async (id: string, outcome: 'won' | 'lost') =>
    stripe.charges.decideDispute(id, outcome),
  refundInDashboard: async (id: string, amountCents: number) =>
    void stripe.charges.refundInDashboard(id, amountCents),
  refundedCents: async (id: string) => stripe.refunded.get(id) ?? 0,
  signedWebhook: (type: string, id: string) => stripe.signedWebhook(type, id, now),
  advanceClock: (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  },
  failNextRequests: () => stripe.fail(500, 500, 500),
  close: async () => {},
});

cardPaymentsContract('Stripe', underTest);
cardRefundsContract('Stripe', underTest);

/** Another Stripe, for tests that run concurrently, since the library waits before it tries again. */
async function startOwn({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const own = await startFakeStripe();
  onTestFinished(() => own.close());
  const openOwn = (options: Parameters<typeof open>[0] = {}) =>
    open({ apiBase: own.apiBase, ...options });
  return { stripe: own, open: openOwn };
}

const newIntent = (payments = open().cardPayments) =>
  payments.createIntent({
    orderId: randomUUID(),
    idempotencyKey: randomUUID(),
    amountCents: 34_550,
    currency: 'usd',
  });

test('an intent is created in cents, for cards only, with its order id and idempotency key', async () => {
  const orderId = randomUUID();
  await open().cardPayments.createIntent({
    orderId,
    idempotencyKey: 'order:1:payment:2',
    amountCents: 34_550,
    currency: 'usd',
  });
  expect(stripe.requests).toHaveLength(1);
  const [call] = stripe.requests;
  expect(call?.key).toBe('order:1:payment:2');
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    amount: '34550',
    currency: 'usd',
    'metadata[orderId]': orderId,
    'allowed_payment_method_types[0]': 'card',
  });
});

test('a refund sends the intent and its idempotency key', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  stripe.confirm(id, true);
  await cardPayments.refund({ intentId: id, amountCents: 4550, idempotencyKey: 'refund:1' });
  const call = stripe.requests.at(-1);
  expect([call?.path, call?.key]).toEqual(['/v1/refunds', 'refund:1']);
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    payment_intent: id,
    amount: '4550',
    'metadata[idempotencyKey]': 'refund:1',
  });
  expect(stripe.refunded.has(id)).toBe(true);
});

test.concurrent.for<[string, StripeFault]>([
  ['never responds', 'silent'],
  ['responds with 500', 500],
  ['responds with 503', 503],
  ['closes the connection after processing', 'cut'],
])('a request is retried with its idempotency key if Stripe %s', async ([, fault], context) => {
  const { stripe, open } = await startOwn(context);
  stripe.fail(fault, fault);
  const before = stripe.intents.size;
  await newIntent(open().cardPayments);
  expect(stripe.requests).toHaveLength(3);
  expect(new Set(stripe.requests.map(({ key }) => key)).size).toBe(1);
  expect(stripe.intents.size).toBe(before + 1);
});

test.concurrent.for<[string, StripeFault[]]>([
  ['never responds three times', ['silent', 'silent', 'silent']],
  ['responds with 500 three times', [500, 500, 500]],
  ['responds with 429', [429]],
  ['responds with an HTML page', ['garbage']],
  ['responds with another object', ['other object']],
])('the outcome is unknown if Stripe %s', async ([, faults], context) => {
  const { stripe, open } = await startOwn(context);
  stripe.fail(...faults);
  await expect(newIntent(open().cardPayments)).rejects.toThrow(CardPaymentsUnavailable);
  expect(stripe.requests).toHaveLength(faults.length);
});

test.concurrent('an unreachable Stripe is reported as unavailable, and used again afterwards', async (context) => {
  const { stripe, open } = await startOwn(context);
  const { cardPayments } = open({ apiBase: 'http://127.0.0.1:9' });
  await expect(newIntent(cardPayments)).rejects.toThrow(CardPaymentsUnavailable);
  await expect(cardPayments.retrieveIntent('pi_1')).rejects.toThrow(CardPaymentsUnavailable);
  const back = open().cardPayments;
  stripe.fail(500, 500, 500);
  await expect(newIntent(back)).rejects.toThrow(CardPaymentsUnavailable);
  expect((await newIntent(back)).status).toBe('requires_payment_method');
});

test.concurrent('the check accepts the right key and distinguishes a wrong key from an outage', async (context) => {
  const { stripe, open } = await startOwn(context);
  expect(await open().check()).toBeUndefined();
  expect(await open({ secretKey: 'sk_test_other' }).check()).toContain('Invalid API Key');
  stripe.fail(500, 500, 500);
  await expect(open().check()).rejects.toThrow(CardPaymentsUnavailable);
});

test('a request that Stripe rejects throws a plain error and is not retried', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  for (const intentId of [id, 'pi_unknown']) {
    stripe.requests.length = 0;
    const refused = await cardPayments
      .refund({ intentId, amountCents: 100, idempotencyKey: randomUUID() })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(CardPaymentsUnavailable);
    const made = stripe.requests.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(made).size).toBe(made.length);
  }
});

test('cancelling a processing payment returns its status', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  const stored = stripe.intents.get(id);
  if (stored) stored.status = 'processing';
  expect((await cardPayments.cancelIntent(id)).status).toBe('processing');
});

test.each([
  { object: 'charge' },
  { status: 'unheard_of' },
  { amount: 345.5 },
  { client_secret: null },
])('the response %j to an intent is refused', async (wrong) => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  Object.assign(stripe.intents.get(id) ?? {}, wrong);
  await expect(cardPayments.retrieveIntent(id)).rejects.toThrow(CardPaymentsUnavailable);
});

test('an intent without an order id is ignored', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  const stored = stripe.intents.get(id);
  for (const metadata of [{}, { orderId: 'another shop, 17' }]) {
    if (stored) stored.metadata = metadata as { orderId: string };
    expect(await cardPayments.retrieveIntent(id)).toBeUndefined();
  }
});

test('an event about a charge refers to its intent, other events to none', () => {
  const read = (type: string, id: string) => {
    const { rawBody, signature } = stripe.signedWebhook(type, id, now);
    return open().cardPayments.verifyWebhook(rawBody, signature);
  };
  expect(read('charge.refunded', 'pi_7')).toMatchObject({ intentId: 'pi_7' });
  expect(read('payment_intent.payment_failed', 'pi_7')).toMatchObject({ intentId: 'pi_7' });
});

test('an event signed for another endpoint is rejected', () => {
  const { rawBody, signature } = stripe.signedWebhook('payment_intent.succeeded', 'pi_1', now);
  const other = open({ webhookSecret: 'whsec_other' }).cardPayments;
  expect(other.verifyWebhook(rawBody, signature)).toBeUndefined();
});

test.each([
  '{}',
  '{"id":7,"type":"x","data":{"object":{}}}',
  '{"id":"evt_1","type":"x"}',
  '[]',
  '7',
])('what is signed but no event is rejected: %s', (payload) => {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: account.webhookSecret,
    timestamp: Math.floor(now.getTime() / 1000),
  });
  const { cardPayments } = open();
  expect(cardPayments.verifyWebhook(Buffer.from(payload), signature)).toBeUndefined();
});

test('the client config contains the publishable key only', () => {
  const { clientConfig } = open().cardPayments;
  expect(clientConfig).toEqual({ provider: 'stripe', publishableKey: 'pk_test_redial' });
});
