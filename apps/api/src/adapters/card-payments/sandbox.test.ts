import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CardError, CardIntent, CardToken } from '@redial/contract';
import { count, eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/harness.ts';
import { sandboxEvents, sandboxIntents } from '../../db/schema/sandbox-cards.ts';
import { cardPaymentsContract } from '../../ports/card-payments.contract.ts';
import { CardPaymentsUnavailable, type PaymentIntent } from '../../ports/card-payments.ts';
import { createSandboxCards, type SandboxFaults } from './sandbox.ts';
import { signWebhook } from './sandbox-webhooks.ts';

const secret = 'a secret of the tests';
const quiet = { warn: () => {} };
const good = '4242 4242 4242 4242';
const declined = '4000000000000002';
const asks = '4000 0025 0000 3155';

let database: TestDatabase;
let now: Date;
let app: FastifyInstance;
let cards: ReturnType<typeof openCards>;

beforeAll(async () => {
  database = await testDatabase();
  now = new Date('2026-05-31T22:00:00Z');
  cards = openCards();
  app = fastify();
  await app.register(cards.routes);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

function openCards(
  options: { webhookUrl?: string; faults?: SandboxFaults; timeoutMs?: number } = {},
) {
  return createSandboxCards({
    db: database.db,
    secret,
    webhookUrl: 'http://127.0.0.1:9/webhooks/sandbox',
    clock: { now: () => now },
    log: quiet,
    ...options,
  });
}

const newIntent = (orderId: string = randomUUID()) =>
  cards.payments.createIntent({
    orderId,
    idempotencyKey: randomUUID(),
    amountCents: 50_000,
    currency: 'usd',
  });

async function send<T>(method: 'GET' | 'POST', url: string, payload?: object) {
  const response = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, body: response.json<T & Partial<CardError>>() };
}
const tokenOf = (number: string, card: object = {}) =>
  send<CardToken>('POST', '/sandbox-cards/payment-methods', {
    number,
    expMonth: 12,
    expYear: 2030,
    cvc: '123',
    ...card,
  });
const confirmWith = ({ id, clientSecret }: PaymentIntent, paymentMethodId: string) =>
  send<CardIntent>('POST', `/sandbox-cards/intents/${id}/confirm`, {
    clientSecret,
    paymentMethodId,
  });
const completeWith = ({ id, clientSecret }: PaymentIntent, outcome: string) =>
  send<CardIntent>('POST', `/sandbox-cards/intents/${id}/complete-action`, {
    clientSecret,
    outcome,
  });
async function payWith(intent: PaymentIntent, number: string) {
  return confirmWith(intent, (await tokenOf(number)).body.id);
}
const statusOf = async ({ id }: PaymentIntent) => (await cards.payments.retrieveIntent(id))?.status;
async function eventsOf({ id }: PaymentIntent) {
  const events = await database.db.select().from(sandboxEvents);
  return events
    .filter(({ payload }) => JSON.stringify(payload).includes(id))
    .map(({ type }) => type)
    .sort();
}

cardPaymentsContract('the sandbox', async () => ({
  payments: cards.payments,
  pay: async (intent) => {
    await payWith(intent, good);
  },
  payWithDeclinedCard: async (intent) => {
    await payWith(intent, declined);
  },
  signedMessage: (type, id) => {
    const body = JSON.stringify({
      id: 'evt_1',
      type,
      data: { object: { object: 'payment_intent', id } },
    });
    const signature = signWebhook(secret, body, Math.floor(now.getTime() / 1000));
    return { rawBody: Buffer.from(body), signature };
  },
  advance: (seconds) => {
    now = new Date(now.getTime() + seconds * 1000);
  },
  close: async () => {},
}));

test('the good card pays, and tells its brand and last digits only', async () => {
  const intent = await newIntent();
  const token = await tokenOf(good);
  expect(token).toEqual({
    status: 200,
    body: { id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242' },
  });
  const paid = {
    status: 200,
    body: { id: intent.id, status: 'succeeded', amountCents: 50_000, currency: 'usd' },
  };
  expect(await confirmWith(intent, token.body.id)).toEqual(paid);
  expect(await confirmWith(intent, token.body.id)).toEqual(paid);
  expect(await eventsOf(intent)).toEqual(['payment_intent.succeeded']);
  const stored = await database.db.execute('select * from sandbox_cards.payment_methods');
  expect(JSON.stringify(stored.rows)).not.toMatch(/4242 ?4242/);
});

test.each([
  [declined, 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4000-0000-0000-0127', "Your card's security code is incorrect."],
])('the card %s is refused with the sentence "%s"', async (number, message) => {
  const intent = await newIntent();
  const answer = await payWith(intent, number);
  expect(answer.status).toBe(402);
  expect(answer.body.error?.message).toBe(message);
  expect(await statusOf(intent)).toBe('requires_payment_method');
  expect(await eventsOf(intent)).toEqual(['payment_intent.payment_failed']);
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
  const answer = await tokenOf(good, card);
  expect(answer.status).toBe(402);
  expect(answer.body.error?.message).toBe(message);
});

test('a card is good until its month has ended', async () => {
  expect((await tokenOf(good, { expMonth: 5, expYear: 26 })).status).toBe(200);
});

test('a real card is refused, says which one to use, and leaves nothing behind', async () => {
  const tokens = async () =>
    (await database.db.execute('select * from sandbox_cards.payment_methods')).rowCount;
  const before = await tokens();
  const answer = await tokenOf('5555 5555 5555 4444');
  expect(answer.status).toBe(402);
  expect(answer.body.error?.message).toContain('use 4242 4242 4242 4242');
  expect(await tokens()).toBe(before);
});

test('a card that asks for a confirmation pays when it is given', async () => {
  const intent = await newIntent();
  expect((await payWith(intent, asks)).body.status).toBe('requires_action');
  expect(await eventsOf(intent)).toEqual([]);
  expect((await completeWith(intent, 'approve')).body.status).toBe('succeeded');
  expect((await completeWith(intent, 'approve')).body.status).toBe('succeeded');
  expect(await eventsOf(intent)).toEqual(['payment_intent.succeeded']);
});

test('a confirmation that fails leaves the payment open for another card', async () => {
  const intent = await newIntent();
  await payWith(intent, asks);
  const failed = await completeWith(intent, 'fail');
  expect(failed.status).toBe(402);
  expect(failed.body.error?.code).toBe('authentication_failed');
  const early = await completeWith(intent, 'approve');
  expect(early.status).toBe(400);
  expect(await statusOf(intent)).toBe('requires_payment_method');
  expect((await payWith(intent, good)).body.status).toBe('succeeded');
});

test('of many confirmations at once one charges', async () => {
  const intent = await newIntent();
  const token = await tokenOf(good);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => confirmWith(intent, token.body.id)),
  );
  expect(answers.map(({ body }) => body.status)).toEqual(Array(8).fill('succeeded'));
  expect(await eventsOf(intent)).toEqual(['payment_intent.succeeded']);
});

test('a cancel and a confirmation at once: one wins, and both hear of it', async () => {
  const token = await tokenOf(good);
  for (let round = 0; round < 10; round++) {
    const intent = await newIntent();
    const [canceled, confirmed] = await Promise.all([
      cards.payments.cancelIntent(intent.id),
      confirmWith(intent, token.body.id),
    ]);
    const won = canceled.status === 'succeeded';
    expect(confirmed.status).toBe(won ? 200 : 400);
    expect(await statusOf(intent)).toBe(canceled.status);
    expect(await eventsOf(intent)).toEqual([
      won ? 'payment_intent.succeeded' : 'payment_intent.canceled',
    ]);
  }
});

test('a cancelled payment takes no card', async () => {
  const intent = await newIntent();
  await cards.payments.cancelIntent(intent.id);
  const answer = await payWith(intent, good);
  expect(answer.status).toBe(400);
  expect(answer.body.error?.message).toBe('This payment has been cancelled.');
});

test('the tenth declined card cancels the payment', async () => {
  const intent = await newIntent();
  const token = await tokenOf(declined);
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await confirmWith(intent, token.body.id)).status).toBe(402);
  }
  expect(await statusOf(intent)).toBe('canceled');
  const answer = await payWith(intent, good);
  expect(answer.status).toBe(400);
  expect(answer.body.error?.message).toMatch(/too many declined cards/);
  expect(
    (await eventsOf(intent)).filter((type) => type === 'payment_intent.canceled'),
  ).toHaveLength(1);
});

test('a card token stands for its card for a quarter of an hour', async () => {
  const intent = await newIntent();
  const token = await tokenOf(good);
  now = new Date(now.getTime() + 15 * 60_000);
  const answer = await confirmWith(intent, token.body.id);
  expect(answer.status).toBe(400);
  expect(await statusOf(intent)).toBe('requires_payment_method');
});

test('without its client secret a payment is neither seen nor paid', async () => {
  const intent = await newIntent();
  const other = { ...intent, clientSecret: (await newIntent()).clientSecret };
  expect((await payWith(other, good)).status).toBe(404);
  expect((await completeWith(other, 'approve')).status).toBe(404);
  const at = (clientSecret: string) =>
    send<CardIntent>(
      'GET',
      `/sandbox-cards/intents/${intent.id}?${new URLSearchParams({ clientSecret })}`,
    );
  expect((await at(other.clientSecret)).status).toBe(404);
  expect(await at(intent.clientSecret)).toMatchObject({
    status: 200,
    body: { id: intent.id, status: 'requires_payment_method' },
  });
});

test('no input is answered with a server error', async () => {
  const { id, clientSecret } = await newIntent();
  const values = ['', '\0', 'x'.repeat(5000), "'; drop table", 0, -1, 1e308, null, [], {}, true];
  const urls = [
    '/sandbox-cards/payment-methods',
    `/sandbox-cards/intents/${id}/confirm`,
    `/sandbox-cards/intents/${id}/complete-action`,
    '/sandbox-cards/intents/%00/confirm',
  ];
  const valid = {
    number: good,
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
        const answer = await send('POST', url, { ...valid, [field]: value });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.body.error?.message).toBeTruthy();
      }
    }
  }
  for (const payload of ['{', 'null', '']) {
    const headers = { 'content-type': 'application/json' };
    const response = await app.inject({ method: 'POST', url: urls[0] ?? '', headers, payload });
    expect(response.statusCode).toBe(400);
  }
});

test('what it tells of is posted, signed, until it is taken', async () => {
  const received: { body: string; signature: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signature = request.headers['redial-signature'];
    received.push({
      body: Buffer.concat(chunks).toString('utf8'),
      signature: Array.isArray(signature) ? undefined : signature,
    });
    response.statusCode = received.length === 1 ? 500 : 200;
    response.end('{}');
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const { port } = server.address() as AddressInfo;
  await database.db.delete(sandboxEvents);
  const intent = await newIntent();
  await payWith(intent, good);

  // A second process starts after the first one died before it sent anything.
  const restarted = openCards({ webhookUrl: `http://127.0.0.1:${port}/webhooks/sandbox` });
  restarted.start();
  onTestFinished(async () => {
    await restarted.stop();
    server.close();
  });
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(() => dueLater(intent)).toBe(true);
  now = new Date(now.getTime() + 1000);
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(2);
  const read = received.map(({ body, signature }) =>
    restarted.payments.readWebhook(Buffer.from(body), signature),
  );
  expect(read[1]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'payment_intent.succeeded',
    intentId: intent.id,
  });
  expect(read[0]).toEqual(read[1]);

  await expect.poll(() => undelivered()).toBe(0);
  const asked = Date.now();
  await restarted.payments.refund({ intentId: intent.id, idempotencyKey: randomUUID() });
  await expect.poll(() => received.length, { interval: 10 }).toBe(3);
  expect(Date.now() - asked).toBeLessThan(700);
  expect(JSON.parse(received[2]?.body ?? '')).toMatchObject({ type: 'charge.refunded' });
});

async function undelivered(): Promise<number> {
  const events = await database.db.select().from(sandboxEvents);
  return events.filter(({ deliveredAt }) => !deliveredAt).length;
}
async function dueLater({ id }: PaymentIntent): Promise<boolean> {
  const events = await database.db.select().from(sandboxEvents);
  const event = events.find(({ payload }) => JSON.stringify(payload).includes(id));
  return event !== undefined && event.dueAt.getTime() === now.getTime() + 1000;
}

test('two processes deliver each message once', async () => {
  const bodies: string[] = [];
  const take: typeof fetch = async (_url, init) => {
    bodies.push(String(init?.body));
    await sleep(20);
    return new Response('{}');
  };
  await database.db.delete(sandboxEvents);
  const token = await tokenOf(good);
  for (let made = 0; made < 25; made++) await confirmWith(await newIntent(), token.body.id);
  const senders = [1, 2].map(() =>
    createSandboxCards({
      db: database.db,
      secret,
      webhookUrl: 'http://127.0.0.1:9/',
      clock: { now: () => now },
      log: quiet,
      fetch: take,
    }),
  );
  for (const sender of senders) sender.start();
  await expect.poll(() => undelivered(), { timeout: 5000 }).toBe(0);
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(bodies).toHaveLength(25);
  expect(new Set(bodies).size).toBe(25);
});

test('stopping does not wait for a receiver that hangs, and loses nothing', async () => {
  await database.db.delete(sandboxEvents);
  let asked = 0;
  const hanging = createSandboxCards({
    db: database.db,
    secret,
    webhookUrl: 'http://127.0.0.1:9/',
    clock: { now: () => now },
    log: quiet,
    fetch: (_url, init) => {
      asked++;
      const { promise, reject } = Promise.withResolvers<Response>();
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    },
  });
  await payWith(await newIntent(), good);
  hanging.start();
  await expect.poll(() => asked).toBe(1);
  const asking = Date.now();
  await hanging.stop();
  expect(Date.now() - asking).toBeLessThan(2000);
  expect(await undelivered()).toBe(1);
});

test('a call that fails before it took effect can be repeated', async () => {
  const faulty = openCards({
    faults: (_call, when) => {
      if (when === 'before') throw new CardPaymentsUnavailable('no line');
    },
  });
  const orderId = randomUUID();
  const input = { orderId, idempotencyKey: orderId, amountCents: 100, currency: 'usd' } as const;
  await expect(faulty.payments.createIntent(input)).rejects.toThrow(CardPaymentsUnavailable);
  expect(await intentsOf(orderId)).toBe(0);
  await cards.payments.createIntent(input);
  expect(await intentsOf(orderId)).toBe(1);
});

test('a call whose answer never came took effect once', async () => {
  const faulty = openCards({
    // Longer than the database takes, so that only the answer is late.
    timeoutMs: 500,
    faults: (_call, when) => (when === 'after' ? Promise.withResolvers<void>().promise : undefined),
  });
  const orderId = randomUUID();
  const input = { orderId, idempotencyKey: orderId, amountCents: 100, currency: 'usd' } as const;
  await expect(faulty.payments.createIntent(input)).rejects.toThrow(CardPaymentsUnavailable);
  expect(await intentsOf(orderId)).toBe(1);
});

async function intentsOf(orderId: string): Promise<number> {
  const [row] = await database.db
    .select({ intents: count() })
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  return row?.intents ?? 0;
}
