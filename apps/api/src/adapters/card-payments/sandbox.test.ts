import { randomUUID } from 'node:crypto';
import type { CardPaymentIntent } from '@redial/contract';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxIntents } from '../../db/schema/sandbox-cards.ts';
import { cardPaymentsContract, type TestCard } from '../../ports/card-payments.contract.ts';
import { CardPaymentsUnavailable, type PaymentIntent } from '../../ports/card-payments.ts';
import { cardRefundsContract } from '../../ports/card-refunds.contract.ts';
import { openSandboxFixture, type SandboxFixture, secret, testCards } from './sandbox.fixture.ts';
import { signWebhook } from './sandbox-webhooks.ts';

let sandbox: SandboxFixture;
beforeAll(async () => {
  sandbox = await openSandboxFixture();
});
afterAll(() => sandbox.close());

const underTest = async () => ({
  cardPayments: sandbox.cards.cardPayments,
  now: sandbox.now,
  pay: async (intent: PaymentIntent, card: TestCard = 'good') => {
    await sandbox.payWith(intent, testCards[card]);
  },
  payWithDeclinedCard: async (intent: PaymentIntent) => {
    await sandbox.payWith(intent, testCards.declined);
  },
  settle: sandbox.settle,
  decideDispute: sandbox.cards.decideDispute,
  refundInDashboard: sandbox.cards.refundInDashboard,
  refundedCents: async (id: string) => {
    const [intent] = await sandbox.db
      .select()
      .from(sandboxIntents)
      .where(eq(sandboxIntents.id, id));
    return intent?.refundedCents ?? 0;
  },
  signedWebhook: (type: string, id: string) => {
    const body = JSON.stringify({ id: 'evt_1', type, ...describe(type, id) });
    const signature = signWebhook(secret, body, Math.floor(sandbox.now().getTime() / 1000));
    return { rawBody: Buffer.from(body), signature };
  },
  advanceClock: sandbox.advance,
  failNextRequests: sandbox.failNextRequest,
  close: async () => {},
});

cardPaymentsContract('the sandbox', underTest);
cardRefundsContract('the sandbox', underTest);

/** The object that events of a type are about. */
function describe(type: string, id: string) {
  const data = (object: object) => ({ data: { object } });
  if (type.startsWith('charge.dispute.')) return data({ object: 'dispute', id });
  if (/^(charge|refund)\./.test(type)) {
    return data({ object: 'refund', id: 're_1', payment_intent: id });
  }
  if (type.startsWith('account.')) return { account: id, ...data({ object: 'account', id }) };
  if (type.startsWith('payout.')) return { account: 'acct_1', ...data({ object: 'payout', id }) };
  return data({ object: 'payment_intent', id });
}

test('a valid card pays, and only its brand and last digits are returned', async () => {
  const intent = await sandbox.newIntent();
  const token = await sandbox.tokenOf(testCards.good);
  expect(token).toEqual({
    status: 200,
    body: { id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242' },
  });
  const paid = {
    status: 200,
    body: { id: intent.id, status: 'succeeded', amountCents: 50_000, currency: 'usd' },
  };
  expect(await sandbox.confirmWith(intent, token.body.id)).toEqual(paid);
  expect(await sandbox.confirmWith(intent, token.body.id)).toEqual(paid);
  expect(await sandbox.eventsOf(intent)).toEqual(['payment_intent.succeeded']);
  const stored = await sandbox.db.execute('select * from sandbox_cards.payment_methods');
  expect(JSON.stringify(stored.rows)).not.toMatch(/4242 ?4242/);
});

test.each([
  [testCards.declined, 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000-0000-0000-0127', "Your card's security code is incorrect."],
])('the card %s is refused with the sentence "%s"', async (number, message) => {
  const intent = await sandbox.newIntent();
  const response = await sandbox.payWith(intent, number);
  expect(response.status).toBe(402);
  expect(response.body.error?.message).toBe(message);
  expect(await sandbox.statusOf(intent)).toBe('requires_payment_method');
  expect(await sandbox.eventsOf(intent)).toEqual(['payment_intent.payment_failed']);
});

test.each([
  ['a wrong check digit', { number: '4242424242424241' }, 'Your card number is invalid.'],
  ['letters', { number: 'four two four two' }, 'Your card number is invalid.'],
  ['an empty number', { number: '' }, 'Your card number is invalid.'],
  ['last month', { expMonth: 4, expYear: 2026 }, 'Your card has expired.'],
  ['last year', { expMonth: 12, expYear: 25 }, 'Your card has expired.'],
  ['a 13th month', { expMonth: 13 }, "Your card's expiration month is invalid."],
  ['a far year', { expYear: 2099 }, "Your card's expiration year is invalid."],
  ['a negative year', { expYear: -1 }, "Your card's expiration year is invalid."],
  ['a short security code', { cvc: '12' }, "Your card's security code is invalid."],
])('a card with %s gets no token', async (_what, card, message) => {
  const response = await sandbox.tokenOf(testCards.good, card);
  expect(response.status).toBe(402);
  expect(response.body.error?.message).toBe(message);
});

test('a card is valid until the end of its expiry month', async () => {
  expect((await sandbox.tokenOf(testCards.good, { expMonth: 5, expYear: 26 })).status).toBe(200);
});

test('a real card is rejected with a hint to the test card, and is not stored', async () => {
  const tokens = async () =>
    (await sandbox.db.execute('select * from sandbox_cards.payment_methods')).rowCount;
  const before = await tokens();
  const response = await sandbox.tokenOf('5555 5555 5555 4444');
  expect(response.status).toBe(402);
  expect(response.body.error?.message).toContain('use 4242 4242 4242 4242');
  expect(await tokens()).toBe(before);
});

test('a card that requires confirmation pays once confirmed', async () => {
  const intent = await sandbox.newIntent();
  expect((await sandbox.payWith(intent, testCards.asks)).body.status).toBe('requires_action');
  expect(await sandbox.eventsOf(intent)).toEqual([]);
  expect((await sandbox.completeWith(intent, 'approve')).body.status).toBe('succeeded');
  expect((await sandbox.completeWith(intent, 'approve')).body.status).toBe('succeeded');
  expect(await sandbox.eventsOf(intent)).toEqual(['payment_intent.succeeded']);
});

test('a failed confirmation leaves the payment open for another card', async () => {
  const intent = await sandbox.newIntent();
  await sandbox.payWith(intent, testCards.asks);
  const failed = await sandbox.completeWith(intent, 'fail');
  expect(failed.status).toBe(402);
  expect(failed.body.error?.code).toBe('authentication_failed');
  const early = await sandbox.completeWith(intent, 'approve');
  expect(early.status).toBe(400);
  expect(await sandbox.statusOf(intent)).toBe('requires_payment_method');
  expect((await sandbox.payWith(intent, testCards.good)).body.status).toBe('succeeded');
});

test('of concurrent confirmations only one charges', async () => {
  const intent = await sandbox.newIntent();
  const token = await sandbox.tokenOf(testCards.good);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => sandbox.confirmWith(intent, token.body.id)),
  );
  expect(responses.map(({ body }) => body.status)).toEqual(Array(8).fill('succeeded'));
  expect(await sandbox.eventsOf(intent)).toEqual(['payment_intent.succeeded']);
});

test('concurrent cancel and confirm: one wins, and both get the resulting state', async () => {
  const token = await sandbox.tokenOf(testCards.good);
  for (let round = 0; round < 10; round++) {
    const intent = await sandbox.newIntent();
    const [canceled, confirmed] = await Promise.all([
      sandbox.cards.cardPayments.cancelIntent(intent.id),
      sandbox.confirmWith(intent, token.body.id),
    ]);
    const won = canceled.status === 'succeeded';
    expect(confirmed.status).toBe(won ? 200 : 400);
    expect(await sandbox.statusOf(intent)).toBe(canceled.status);
    expect(await sandbox.eventsOf(intent)).toEqual([
      won ? 'payment_intent.succeeded' : 'payment_intent.canceled',
    ]);
  }
});

test('a cancelled payment accepts no card', async () => {
  const intent = await sandbox.newIntent();
  await sandbox.cards.cardPayments.cancelIntent(intent.id);
  const response = await sandbox.payWith(intent, testCards.good);
  expect(response.status).toBe(400);
  expect(response.body.error?.message).toBe('This payment has been cancelled.');
});

test('the tenth declined card cancels the payment', async () => {
  const intent = await sandbox.newIntent();
  const token = await sandbox.tokenOf(testCards.declined);
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await sandbox.confirmWith(intent, token.body.id)).status).toBe(402);
  }
  expect(await sandbox.statusOf(intent)).toBe('canceled');
  const response = await sandbox.payWith(intent, testCards.good);
  expect(response.status).toBe(400);
  expect(response.body.error?.message).toMatch(/too many declined cards/);
  expect(
    (await sandbox.eventsOf(intent)).filter((type) => type === 'payment_intent.canceled'),
  ).toHaveLength(1);
});

test('a card token expires after fifteen minutes', async () => {
  const intent = await sandbox.newIntent();
  const token = await sandbox.tokenOf(testCards.good);
  sandbox.advance(15 * 60);
  const response = await sandbox.confirmWith(intent, token.body.id);
  expect(response.status).toBe(400);
  expect(await sandbox.statusOf(intent)).toBe('requires_payment_method');
});

test('without its client secret a payment can be neither read nor paid', async () => {
  const intent = await sandbox.newIntent();
  const other = { ...intent, clientSecret: (await sandbox.newIntent()).clientSecret };
  expect((await sandbox.payWith(other, testCards.good)).status).toBe(404);
  expect((await sandbox.completeWith(other, 'approve')).status).toBe(404);
  const at = (clientSecret: string) =>
    sandbox.send<CardPaymentIntent>(
      'GET',
      `/sandbox-cards/intents/${intent.id}?${new URLSearchParams({ clientSecret })}`,
    );
  expect((await at(other.clientSecret)).status).toBe(404);
  expect(await at(intent.clientSecret)).toMatchObject({
    status: 200,
    body: { id: intent.id, status: 'requires_payment_method' },
  });
});

test('no input causes a server error', async () => {
  const { id, clientSecret } = await sandbox.newIntent();
  const values = ['', '\0', 'x'.repeat(5000), "'; drop table", 0, -1, 1e308, null, [], {}, true];
  const urls = [
    '/sandbox-cards/payment-methods',
    `/sandbox-cards/intents/${id}/confirm`,
    `/sandbox-cards/intents/${id}/complete-action`,
    '/sandbox-cards/intents/%00/confirm',
  ];
  const valid = {
    number: testCards.good,
    expMonth: 1,
    expYear: 2030,
    cvc: '123',
    clientSecret,
    paymentMethodId: 'pm_1',
    outcome: 'fail',
  };
  for (const url of urls) {
    for (const field of Object.keys(valid)) {
      for (const value of values) {
        const response = await sandbox.send('POST', url, { ...valid, [field]: value });
        expect(response.status).toBeLessThan(500);
        if (response.status >= 400) expect(response.body.error?.message).toBeTruthy();
      }
    }
  }
  for (const payload of ['{', 'null', '']) {
    const headers = { 'content-type': 'application/json' };
    const response = await sandbox.app.inject({
      method: 'POST',
      url: urls[0] ?? '',
      headers,
      payload,
    });
    expect(response.statusCode).toBe(400);
  }
});

test('a request that fails before taking effect can be retried', async () => {
  const faulty = sandbox.open({
    faults: (_call, when) => {
      if (when === 'before') throw new CardPaymentsUnavailable('no line');
    },
  });
  const orderId = randomUUID();
  const input = { orderId, idempotencyKey: orderId, amountCents: 100, currency: 'usd' } as const;
  await expect(faulty.cardPayments.createIntent(input)).rejects.toThrow(CardPaymentsUnavailable);
  expect(await intentsOf(orderId)).toBe(0);
  await sandbox.cards.cardPayments.createIntent(input);
  expect(await intentsOf(orderId)).toBe(1);
});

test('a request whose response was lost takes effect once', async () => {
  const faulty = sandbox.open({
    // Longer than the database takes, so that only the response is late.
    timeoutMs: 500,
    faults: (_call, when) => (when === 'after' ? Promise.withResolvers<void>().promise : undefined),
  });
  const orderId = randomUUID();
  const input = { orderId, idempotencyKey: orderId, amountCents: 100, currency: 'usd' } as const;
  await expect(faulty.cardPayments.createIntent(input)).rejects.toThrow(CardPaymentsUnavailable);
  expect(await intentsOf(orderId)).toBe(1);
});

async function intentsOf(orderId: string): Promise<number> {
  const [row] = await sandbox.db
    .select({ intents: count() })
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  return row?.intents ?? 0;
}
