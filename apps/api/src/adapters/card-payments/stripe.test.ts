import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardPaymentsContract } from '../../ports/card-payments.contract.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import { account, type StripeFault, startFakeStripe } from './stripe.fixture.ts';
import { createStripeCards } from './stripe.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let now = new Date('2026-05-31T22:00:00Z');
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.calls.length = 0;
});

const open = (options: Partial<typeof account> & { apiBase?: string } = {}) =>
  createStripeCards({
    ...account,
    apiBase: stripe.apiBase,
    clock: { now: () => now },
    timeoutMs: 300,
    ...options,
  });

cardPaymentsContract('Stripe', async () => ({
  cardPayments: open().cardPayments,
  pay: async ({ id }) => stripe.confirm(id, true),
  payWithDeclinedCard: async ({ id }) => stripe.confirm(id, false),
  refundedCents: async (id) => stripe.refunded.get(id) ?? 0,
  signedWebhook: (type, id) => stripe.signedWebhook(type, id, now),
  advanceClock: (seconds) => {
    now = new Date(now.getTime() + seconds * 1000);
  },
  close: async () => {},
}));

const newIntent = (payments = open().cardPayments) =>
  payments.createIntent({
    orderId: randomUUID(),
    idempotencyKey: randomUUID(),
    amountCents: 34_550,
    currency: 'usd',
  });

test('an intent is asked for in cents, for cards alone, with its order and its key', async () => {
  const orderId = randomUUID();
  await open().cardPayments.createIntent({
    orderId,
    idempotencyKey: 'order:1:payment:2',
    amountCents: 34_550,
    currency: 'usd',
  });
  expect(stripe.calls).toHaveLength(1);
  const [call] = stripe.calls;
  expect(call?.key).toBe('order:1:payment:2');
  expect(Object.fromEntries(call?.form ?? [])).toEqual({
    amount: '34550',
    currency: 'usd',
    'metadata[orderId]': orderId,
    'allowed_payment_method_types[0]': 'card',
  });
});

test('a refund names the intent and carries its key', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  stripe.confirm(id, true);
  await cardPayments.refund({ intentId: id, idempotencyKey: 'refund:1' });
  const call = stripe.calls.at(-1);
  expect([call?.path, call?.key]).toEqual(['/v1/refunds', 'refund:1']);
  expect(Object.fromEntries(call?.form ?? [])).toEqual({ payment_intent: id });
  expect(stripe.refunded.has(id)).toBe(true);
});

test.each<[string, StripeFault]>([
  ['says nothing', 'silent'],
  ['answers 500', 500],
  ['answers 503', 503],
  ['cuts the line after doing it', 'cut'],
])('a call is repeated under its key where Stripe %s', async (_what, fault) => {
  stripe.fail(fault, fault);
  const before = stripe.intents.size;
  await newIntent();
  expect(stripe.calls).toHaveLength(3);
  expect(new Set(stripe.calls.map(({ key }) => key)).size).toBe(1);
  expect(stripe.intents.size).toBe(before + 1);
});

test.each<[string, StripeFault[]]>([
  ['says nothing three times', ['silent', 'silent', 'silent']],
  ['answers 500 three times', [500, 500, 500]],
  ['answers that it is asked too much', [429]],
  ['answers a page', ['garbage']],
  ['answers something else', ['other object']],
])('the outcome is unknown where Stripe %s', async (_what, faults) => {
  stripe.fail(...faults);
  await expect(newIntent()).rejects.toThrow(CardPaymentsUnavailable);
  expect(stripe.calls).toHaveLength(faults.length);
});

test('a Stripe that is down is unavailable, and is used again when it is back', async () => {
  const { cardPayments } = open({ apiBase: 'http://127.0.0.1:9' });
  await expect(newIntent(cardPayments)).rejects.toThrow(CardPaymentsUnavailable);
  await expect(cardPayments.retrieveIntent('pi_1')).rejects.toThrow(CardPaymentsUnavailable);
  const back = open().cardPayments;
  stripe.fail(500, 500, 500);
  await expect(newIntent(back)).rejects.toThrow(CardPaymentsUnavailable);
  expect((await newIntent(back)).status).toBe('requires_payment_method');
});

test('what Stripe refuses as it is, is a mistake of ours and not asked twice', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  for (const intentId of [id, 'pi_unknown']) {
    stripe.calls.length = 0;
    const refused = await cardPayments
      .refund({ intentId, idempotencyKey: randomUUID() })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(CardPaymentsUnavailable);
    expect(stripe.calls).toHaveLength(1);
  }
});

test('a cancel while the money is on its way says so', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  const kept = stripe.intents.get(id);
  if (kept) kept.status = 'processing';
  expect((await cardPayments.cancelIntent(id)).status).toBe('processing');
});

test.each([
  { object: 'charge' },
  { status: 'unheard_of' },
  { amount: 345.5 },
  { client_secret: null },
])('an intent that is answered with %j is nonsense', async (wrong) => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  Object.assign(stripe.intents.get(id) ?? {}, wrong);
  await expect(cardPayments.retrieveIntent(id)).rejects.toThrow(CardPaymentsUnavailable);
});

test('an intent that names no order of ours is none of ours', async () => {
  const { cardPayments } = open();
  const { id } = await newIntent(cardPayments);
  const kept = stripe.intents.get(id);
  for (const metadata of [{}, { orderId: 'another shop, 17' }]) {
    if (kept) kept.metadata = metadata as { orderId: string };
    expect(await cardPayments.retrieveIntent(id)).toBeUndefined();
  }
});

test('a message about a charge leads to its intent, one about something else to none', () => {
  const read = (type: string, id: string) => {
    const { rawBody, signature } = stripe.signedWebhook(type, id, now);
    return open().cardPayments.verifyWebhook(rawBody, signature);
  };
  expect(read('charge.refunded', 'pi_7')).toMatchObject({ intentId: 'pi_7' });
  expect(read('payment_intent.payment_failed', 'pi_7')).toMatchObject({ intentId: 'pi_7' });
});

test('a message signed for another endpoint is not believed', () => {
  const { rawBody, signature } = stripe.signedWebhook('payment_intent.succeeded', 'pi_1', now);
  const other = open({ webhookSecret: 'whsec_other' }).cardPayments;
  expect(other.verifyWebhook(rawBody, signature)).toBeUndefined();
});

test('the check takes the right key, and tells of a wrong one from a Stripe that is down', async () => {
  expect(await open().check()).toBeUndefined();
  expect(await open({ secretKey: 'sk_test_other' }).check()).toContain('Invalid API Key');
  stripe.fail(500, 500, 500);
  await expect(open().check()).rejects.toThrow(CardPaymentsUnavailable);
});

test('browsers are told the publishable key and no other', () => {
  const { clientConfig } = open().cardPayments;
  expect(clientConfig).toEqual({ provider: 'stripe', publishableKey: 'pk_test_redial' });
});
