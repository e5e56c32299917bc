import * as contract from '@redial/contract';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { outbox, payments } from '../../db/schema/index.ts';
import { reconcilePayments } from '../../features/payments/reconcile-payments.ts';
import { account, startFakeStripe } from './stripe.fixture.ts';
import { createStripeCards } from './stripe.ts';

let stripe: Awaited<ReturnType<typeof startFakeStripe>>;
let database: TestDatabase;
let app: TestApp;
let seller: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  stripe = await startFakeStripe();
  database = await createTestDatabase();
  const cards = createStripeCards({
    ...account,
    apiBase: stripe.apiBase,
    clock: { now: () => new Date() },
    timeoutMs: 300,
  });
  app = await createTestApp({ payments: cards.cardPayments, database });
  seller = await app.insertUser('seller');
});
beforeEach(async () => {
  buyer = await app.insertUser('buyer');
});
afterAll(async () => {
  await app.close();
  await database.close();
  await stripe.close();
});

const price = 345.5;

async function placed(at: TestApp = app) {
  const productId = await at.insertProduct(seller, { resalePriceCents: 34_550 });
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  const order = unwrap(await at.call(contract.placeOrder, { body, token: buyer.token }));
  return { orderId: order.insertedId, productId };
}

const askToPay = (orderId: string, at: TestApp = app) =>
  at.call(contract.createPaymentIntent, { body: { price, orderId }, token: buyer.token });
const intentIdOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
const isPaid = async (orderId: string) =>
  unwrap(await app.call(contract.getOrder, { params: { id: orderId }, token: buyer.token })).isPaid;
const stateOf = async (intentId: string) => {
  const [payment] = await app.db.select().from(payments).where(eq(payments.intentId, intentId));
  return payment?.state;
};

/** The card of a canceled intent is charged: the payment came first. */
function payAfterAll(id: string) {
  const stored = stripe.intents.get(id);
  if (stored) stored.status = 'processing';
  stripe.confirm(id, true);
}

/** Sends a webhook as Stripe does. Returns the response's status. */
async function sendEvent(
  message: { rawBody: Buffer; signature: string },
  header = 'stripe-signature',
) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', [header]: message.signature },
    payload: message.rawBody,
  });
  return response.statusCode;
}
const message = (type: string, id: string) => stripe.signedWebhook(type, id, new Date());

test('a paid intent pays its order, whether browser or webhook reports it', async () => {
  const { orderId } = await placed();
  const { clientSecret } = unwrap(await askToPay(orderId));
  const transactionId = intentIdOf(clientSecret);
  stripe.confirm(transactionId, true);
  expect(await sendEvent(message('payment_intent.succeeded', transactionId))).toBe(200);
  expect(await isPaid(orderId)).toBe(true);
  const body = { price, transactionId, email: buyer.email, orderId };
  expect(resultCode(await app.call(contract.recordPayment, { body, token: buyer.token }))).toBe(
    'ok',
  );
});

test('duplicate, late and out-of-order events change nothing', async () => {
  const { orderId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  const failed = message('payment_intent.payment_failed', id);
  const early = message('payment_intent.succeeded', id);
  expect(await sendEvent(early)).toBe(200);
  expect(await isPaid(orderId)).toBe(false);
  stripe.confirm(id, true);
  const succeeded = message('payment_intent.succeeded', id);
  const statuses = await Promise.all(
    [succeeded, succeeded, failed, succeeded].map((m) => sendEvent(m)),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await sendEvent(failed)).toBe(200);
  expect(await sendEvent(message('charge.refunded', 'pi_of_another_shop'))).toBe(200);
  expect(await isPaid(orderId)).toBe(true);
});

test("an event without Stripe's signature, or with it in another header, is rejected", async () => {
  const { orderId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  stripe.confirm(id, true);
  const signed = message('payment_intent.succeeded', id);
  const changed = Buffer.from(signed.rawBody.toString().replaceAll('\n', ' '));
  expect(await sendEvent({ ...signed, rawBody: changed })).toBe(400);
  expect(await sendEvent(signed, 'redial-signature')).toBe(400);
  expect(await isPaid(orderId)).toBe(false);
});

test('an event is not acknowledged while Stripe is unreachable, and is processed afterwards', async () => {
  const { orderId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  stripe.confirm(id, true);
  const signed = message('payment_intent.succeeded', id);
  stripe.fail(500, 500, 500);
  expect(await sendEvent(signed)).toBe(503);
  expect(await isPaid(orderId)).toBe(false);
  expect(await sendEvent(signed)).toBe(200);
  expect(await isPaid(orderId)).toBe(true);
});

test('an intent whose response was lost is found again and not duplicated', async () => {
  const { orderId } = await placed();
  const before = stripe.intents.size;
  stripe.fail('garbage');
  expect(resultCode(await askToPay(orderId))).toBe('payment.unavailable');
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  expect(stripe.intents.size).toBe(before + 1);
  stripe.confirm(id, true);
  await reconcilePayments(app.deps, 0);
  expect(await isPaid(orderId)).toBe(true);
});

test('cancelling an order cancels its intent; an earlier payment pays the order instead', async () => {
  const cancel = async ({ orderId, productId }: { orderId: string; productId: string }) =>
    resultCode(
      await app.call(contract.cancelOrder, {
        params: { orderId },
        body: { productId },
        token: buyer.token,
      }),
    );
  const first = await placed();
  const left = intentIdOf(unwrap(await askToPay(first.orderId)).clientSecret);
  expect(await cancel(first)).toBe('ok');
  expect(stripe.intents.get(left)?.status).toBe('canceled');
  const second = await placed();
  stripe.confirm(intentIdOf(unwrap(await askToPay(second.orderId)).clientSecret), true);
  expect(await cancel(second)).toBe('order.already-paid');
});

test('the tenth declined card cancels the intent, however many webhooks report it', async () => {
  const { orderId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  const failed = () => sendEvent(message('payment_intent.payment_failed', id));
  for (let attempt = 0; attempt < 9; attempt++) stripe.confirm(id, false);
  for (let event = 0; event < 12; event++) expect(await failed()).toBe(200);
  await reconcilePayments(app.deps, 0);
  expect(stripe.intents.get(id)?.status).toBe('requires_payment_method');
  stripe.confirm(id, false);
  expect(await failed()).toBe(200);
  expect(stripe.intents.get(id)?.status).toBe('canceled');
  expect(await stateOf(id)).toBe('canceled');
});

test('the job cancels an intent after ten declined cards if no webhook came', async () => {
  const { orderId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  for (let attempt = 0; attempt < 10; attempt++) stripe.confirm(id, false);
  await reconcilePayments(app.deps, 0);
  expect(stripe.intents.get(id)?.status).toBe('canceled');
});

test('a payment of an order closed meanwhile is refunded once', async () => {
  const { orderId, productId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  await app.call(contract.cancelOrder, {
    params: { orderId },
    body: { productId },
    token: buyer.token,
  });
  payAfterAll(id);
  await sendEvent(message('payment_intent.succeeded', id));
  await app.runJobs();
  expect(stripe.refunded.has(id)).toBe(true);
  expect(await stateOf(id)).toBe('refunded');
  expect(await sendEvent(message('charge.refunded', id))).toBe(200);
  await app.runJobs('dispatch-outbox', 'reconcile-payments');
  const refunds = stripe.requests.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/refunds',
  );
  expect(refunds).toHaveLength(1);
});

test('a refund whose response was lost and whose key has expired is completed', async () => {
  const { orderId, productId } = await placed();
  const id = intentIdOf(unwrap(await askToPay(orderId)).clientSecret);
  await app.call(contract.cancelOrder, {
    params: { orderId },
    body: { productId },
    token: buyer.token,
  });
  payAfterAll(id);
  await sendEvent(message('payment_intent.succeeded', id));
  // The first request lists earlier refunds.
  stripe.fail('none', 'cut', 'cut', 'cut');
  await app.runJobs();
  expect([stripe.refunded.get(id), await stateOf(id)]).toEqual([34_550, 'refund_due']);
  stripe.expireIdempotencyKeys();
  await app.db.update(outbox).set({ dueAt: sql`now()` }).where(isNull(outbox.doneAt));
  await app.runJobs('dispatch-outbox');
  expect([stripe.refunded.get(id), await stateOf(id)]).toEqual([34_550, 'refunded']);
  const waiting = await app.db.select().from(outbox).where(isNull(outbox.doneAt));
  expect(waiting).toEqual([]);
});

test('orders placed with the sandbox can be paid or cancelled after switching to Stripe', async () => {
  const before = await createTestApp({ database });
  const toPay = await placed(before);
  const toCancel = await placed(before);
  for (const { orderId } of [toPay, toCancel]) unwrap(await askToPay(orderId, before));
  await before.close();

  const { clientSecret } = unwrap(await askToPay(toPay.orderId));
  stripe.confirm(intentIdOf(clientSecret), true);
  await sendEvent(message('payment_intent.succeeded', intentIdOf(clientSecret)));
  expect(await isPaid(toPay.orderId)).toBe(true);
  const { orderId, productId } = toCancel;
  const canceled = await app.call(contract.cancelOrder, {
    params: { orderId },
    body: { productId },
    token: buyer.token,
  });
  expect(resultCode(canceled)).toBe('ok');
});

test('the client config names the provider and contains no secret', async () => {
  const settings = unwrap(await app.call(contract.getClientConfig, {}));
  expect(settings.payments).toEqual({ provider: 'stripe', publishableKey: 'pk_test_redial' });
  expect(JSON.stringify(settings)).not.toMatch(/sk_|whsec_/);
});
