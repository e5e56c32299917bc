import { createHmac } from 'node:crypto';
import {
  cancelOrder,
  createPaymentIntent,
  deleteUser,
  getOrder,
  getReceipt,
  listProducts,
  placeOrder,
  recordPayment,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import { orderEvents, orders, payments, sandboxIntents } from '../../db/schema/index.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let faults: SandboxFaults = () => undefined;
const price = 345;

beforeAll(async () => {
  app = await createTestApp({ faults: (call, when) => faults(call, when) });
  seller = await app.insertUser('seller');
});
beforeEach(async () => {
  buyer = await app.insertUser('buyer');
  faults = () => undefined;
});
afterAll(() => app.close());

async function ordered() {
  const productId = await app.insertProduct(seller);
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  const { insertedId } = unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  return { productId, orderId: insertedId };
}
const requestIntent = (orderId: string | undefined, who = buyer, amount = price) =>
  app.call(createPaymentIntent, {
    body: { price: amount, ...(orderId ? { orderId } : {}) },
    token: who.token,
  });
const record = (orderId: string, transactionId: string, who = buyer, about: object = {}) =>
  app.call(recordPayment, {
    body: { price, transactionId, email: who.email, orderId, ...about },
    token: who.token,
  });
const cancel = (orderId: string, productId: string) =>
  app.call(cancelOrder, { params: { orderId }, body: { productId }, token: buyer.token });
const isPaid = async (orderId: string) =>
  unwrap(await app.call(getOrder, { params: { id: orderId }, token: buyer.token })).isPaid;
const paymentsOf = (orderId: string) =>
  app.db.select().from(payments).where(eq(payments.orderId, orderId));
const intentOf = async (orderId: string) =>
  (await app.db.select().from(sandboxIntents).where(eq(sandboxIntents.orderId, orderId)))[0];
const eventsOf = async (orderId: string) => {
  const rows = await app.db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(orderEvents.id);
  return rows.map(({ kind }) => kind);
};
const webhook = (event: object, at = new Date()) => {
  const payload = JSON.stringify(event);
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', 'webhook secret').update(`${t}.${payload}`).digest('hex');
  return app.server.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'redial-signature': `t=${t},v1=${v1}` },
    payload,
  });
};
const succeededEvent = (id: string, intentId: string) => ({
  id,
  type: 'payment_intent.succeeded',
  data: { object: { object: 'payment_intent', id: intentId } },
});

test('a recorded payment pays the order and removes the product from the lists, and repeating it changes nothing', async () => {
  const { orderId, productId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const { id, status } = await app.pay(clientSecret);
  expect(status).toBe('succeeded');
  const first = unwrap(await record(orderId, id));
  const second = unwrap(await record(orderId, id));
  expect(second).toEqual(first);
  expect(await isPaid(orderId)).toBe(true);
  const list = unwrap(await app.call(listProducts, {}));
  expect(list.some(({ _id }) => _id === productId)).toBe(false);
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid']);
  expect(resultCode(await cancel(orderId, productId))).toBe('order.already-paid');
  expect(resultCode(await requestIntent(orderId))).toBe('order.already-paid');
});

test('one order has one intent, and without an order id the newest order with that price is taken', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  expect(unwrap(await requestIntent(orderId)).clientSecret).toBe(clientSecret);
  expect(unwrap(await requestIntent(undefined)).clientSecret).toBe(clientSecret);
  const asked = await Promise.all(Array.from({ length: 8 }, () => requestIntent(orderId)));
  expect(new Set(asked.map((one) => unwrap(one).clientSecret))).toEqual(new Set([clientSecret]));
  expect(await paymentsOf(orderId)).toHaveLength(1);
});

test('a wrong price and another buyer’s order are refused', async () => {
  const { orderId } = await ordered();
  expect(resultCode(await requestIntent(orderId, buyer, 1))).toBe('price.mismatch');
  expect(resultCode(await requestIntent(orderId, buyer, 345.001))).toBe('price.mismatch');
  const other = await app.insertUser('buyer');
  expect(resultCode(await requestIntent(orderId, other))).toBe('order.not-found');
  expect(resultCode(await requestIntent(undefined, other))).toBe('order.not-found');
});

test('a payment is not recorded before the provider confirms it', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  expect(resultCode(await record(orderId, intentId))).toBe('payment.not-succeeded');
  expect(resultCode(await record(orderId, 'pi_made_up'))).toBe('payment.mismatch');
  const declined = await app.pay(clientSecret, '4000000000000002');
  expect(declined.error?.message).toBe('Your card was declined.');
  expect(resultCode(await record(orderId, intentId))).toBe('payment.not-succeeded');
  expect(await isPaid(orderId)).toBe(false);
});

test('the tenth declined card cancels the intent, and the buyer pays with another one', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const decline = async () => (await app.pay(clientSecret, '4000000000000002')).error?.message;
  const statuses = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await decline(), `attempt ${attempt}`).toBe('Your card was declined.');
    statuses.push((await intentOf(orderId))?.status);
  }
  expect(statuses).toEqual([...Array(9).fill('requires_payment_method'), 'canceled']);
  // A good card comes too late, and so does another bad one.
  const late = 'This payment was cancelled after too many declined cards.';
  expect((await app.pay(clientSecret)).error?.message).toBe(late);
  expect(await decline()).toBe(late);
  await reconcilePayments(app.deps, 0);
  expect(await paymentsOf(orderId)).toMatchObject([{ state: 'canceled' }]);
  expect(await isPaid(orderId)).toBe(false);
  const next = unwrap(await requestIntent(orderId)).clientSecret;
  expect(next).not.toBe(clientSecret);
  unwrap(await record(orderId, (await app.pay(next)).id));
  expect(await isPaid(orderId)).toBe(true);
});

test('an intent for one order does not pay another', async () => {
  const cheap = await ordered();
  const { clientSecret } = unwrap(await requestIntent(cheap.orderId));
  const { id } = await app.pay(clientSecret);
  const dear = await ordered();
  expect(resultCode(await record(dear.orderId, id))).toBe('payment.mismatch');
  expect(resultCode(await record(cheap.orderId, id, buyer, { price: 1 }))).toBe('price.mismatch');
  const thief = await app.insertUser('buyer');
  expect(resultCode(await record(cheap.orderId, id, thief))).toBe('order.not-found');
  expect(await isPaid(dear.orderId)).toBe(false);
});

test('a signed webhook event completes a payment that the browser left open, however often it arrives', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const { id } = await app.pay(clientSecret);
  const event = succeededEvent('evt_once', id);
  const answers = await Promise.all([webhook(event), webhook(event), webhook(event)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await isPaid(orderId)).toBe(true);
  expect(await eventsOf(orderId)).toEqual(['order.placed', 'order.paid']);
  unwrap(await record(orderId, id));
});

test('a webhook event that is unsigned, altered, old or false changes nothing', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const id = clientSecret.split('_secret_')[0] ?? '';
  const event = succeededEvent('evt_lie', id);
  const unsigned = await app.server.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    payload: event,
  });
  expect(unsigned.statusCode).toBe(400);
  expect((await webhook(event, new Date(Date.now() - 301_000))).statusCode).toBe(400);
  // Truly signed, but the provider itself says that nothing was paid.
  expect((await webhook(event)).statusCode).toBe(200);
  expect(await isPaid(orderId)).toBe(false);
});

test('a webhook event that could not be processed is not acknowledged, and succeeds when resent', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  const { id } = await app.pay(clientSecret);
  faults = (call) => {
    if (call === 'retrieveIntent') throw new CardPaymentsUnavailable('down');
  };
  const event = succeededEvent('evt_again', id);
  expect((await webhook(event)).statusCode).toBe(503);
  faults = () => undefined;
  expect((await webhook(event)).statusCode).toBe(200);
  expect(await isPaid(orderId)).toBe(true);
});

test('the reconciliation job finds payments that neither browser nor webhook reported', async () => {
  const { orderId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  await app.pay(clientSecret);
  await app.runJobs('reconcile-payments');
  expect(await isPaid(orderId)).toBe(false);
  await app.db
    .update(payments)
    .set({ changedAt: sql`now() - interval '2 minutes'` })
    .where(eq(payments.orderId, orderId));
  await app.runJobs('reconcile-payments');
  expect(await isPaid(orderId)).toBe(true);
});

test('a payment for a cancelled order is refunded, once', async () => {
  const { orderId, productId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  // The provider captures the payment although it confirmed the cancellation.
  unwrap(await cancel(orderId, productId));
  const id = clientSecret.split('_secret_')[0] ?? '';
  await app.db.update(sandboxIntents).set({ status: 'succeeded' }).where(eq(sandboxIntents.id, id));
  expect(resultCode(await record(orderId, id))).toBe('order.closed');
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  const [payment] = await paymentsOf(orderId);
  expect(payment?.state).toBe('refunded');
  const [intent] = await app.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
  expect(intent?.refundedCents).toBe(34_500);
  expect(await eventsOf(orderId)).toEqual([
    'order.placed',
    'order.cancelled',
    'payment.refund-due',
    'payment.refunded',
  ]);
});

test('an order cancelled while its intent is being created: the intent is canceled, and not given away', async () => {
  const { orderId, productId } = await ordered();
  faults = async (call, when) => {
    if (call === 'createIntent' && when === 'after') unwrap(await cancel(orderId, productId));
  };
  expect(resultCode(await requestIntent(orderId))).toBe('order.closed');
  const [payment] = await paymentsOf(orderId);
  expect(payment?.state).toBe('canceled');
  expect((await intentOf(orderId))?.status).toBe('canceled');
});

test.each([
  ['canceled', 'requires_payment_method', 'canceled'],
  ['refunded, if it was paid,', 'succeeded', 'refunded'],
] as const)(
  'an intent whose creation outlasted its order and was never reported is %s by the reconciliation job',
  async (_title, status, state) => {
    const { orderId, productId } = await ordered();
    faults = async (call, when) => {
      if (call !== 'createIntent' || when !== 'after') return;
      unwrap(await cancel(orderId, productId));
      throw new CardPaymentsUnavailable('the response is lost');
    };
    expect(resultCode(await requestIntent(orderId))).toBe('payment.unavailable');
    faults = () => undefined;
    await app.db.update(sandboxIntents).set({ status }).where(eq(sandboxIntents.orderId, orderId));
    await app.db
      .update(payments)
      .set({ changedAt: sql`now() - interval '2 minutes'` })
      .where(eq(payments.orderId, orderId));
    await app.runJobs('reconcile-payments');
    const [payment] = await paymentsOf(orderId);
    expect(payment?.state).toBe(state);
    const intent = await intentOf(orderId);
    expect(intent?.status).toBe(status === 'succeeded' ? 'succeeded' : 'canceled');
    expect(intent?.refundedCents).toBe(status === 'succeeded' ? 34_500 : 0);
  },
);

test('cancelling an order that was just paid marks it as paid instead', async () => {
  const { orderId, productId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  await app.pay(clientSecret);
  expect(resultCode(await cancel(orderId, productId))).toBe('order.already-paid');
  expect(await isPaid(orderId)).toBe(true);
});

test('cancelling an order cancels its intent, which can no longer be paid', async () => {
  const { orderId, productId } = await ordered();
  const { clientSecret } = unwrap(await requestIntent(orderId));
  unwrap(await cancel(orderId, productId));
  expect((await app.pay(clientSecret)).error).toBeDefined();
  expect(resultCode(await requestIntent(orderId))).toBe('order.closed');
});

test('a provider outage causes 503 and loses nothing, and the retry gets the same intent', async () => {
  const { orderId, productId } = await ordered();
  faults = (call, when) => {
    if (call === 'createIntent' && when === 'after') throw new CardPaymentsUnavailable('down');
  };
  expect(resultCode(await requestIntent(orderId))).toBe('payment.unavailable');
  faults = (call) => {
    if (call === 'cancelIntent') throw new CardPaymentsUnavailable('down');
  };
  const { clientSecret } = unwrap(await requestIntent(orderId));
  expect(await paymentsOf(orderId)).toHaveLength(1);
  const intents = await app.db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  expect(intents).toHaveLength(1);
  expect(resultCode(await cancel(orderId, productId))).toBe('payment.unavailable');
  faults = () => undefined;
  const { id } = await app.pay(clientSecret);
  unwrap(await record(orderId, id));
});

test('an intent that was paid before its id was stored is still found', async () => {
  const { orderId } = await ordered();
  faults = (call, when) => {
    if (call === 'createIntent' && when === 'after') throw new CardPaymentsUnavailable('down');
  };
  await requestIntent(orderId);
  faults = () => undefined;
  const [intent] = await app.db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  const { id } = await app.pay(intent?.clientSecret ?? '');
  expect((await webhook(succeededEvent('evt_orphan', id))).statusCode).toBe(200);
  expect(await isPaid(orderId)).toBe(true);
});

test('two tabs, the webhook and a cancellation at once leave one consistent order', async () => {
  for (let round = 0; round < 10; round++) {
    const { orderId, productId } = await ordered();
    const { clientSecret } = unwrap(await requestIntent(orderId));
    const id = clientSecret.split('_secret_')[0] ?? '';
    await Promise.all([
      app.pay(clientSecret).then(() => record(orderId, id)),
      app.pay(clientSecret).then(() => record(orderId, id)),
      app.pay(clientSecret).then(() => webhook(succeededEvent(`evt_${id}`, id))),
      cancel(orderId, productId),
    ]);
    await app.runJobs('dispatch-outbox');
    const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId));
    const [intent] = await app.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
    const kept = (intent?.status === 'succeeded' ? 34_500 : 0) - (intent?.refundedCents ?? 0);
    expect(['paid', 'cancelled']).toContain(order?.state);
    expect(kept).toBe(order?.state === 'paid' ? 34_500 : 0);
    if (order?.state === 'paid') continue;
    const [product] = unwrap(await app.call(listProducts, { query: { limit: 1 } }));
    expect(product).toMatchObject({ _id: productId, status: 'Available' });
  }
});

test.each(['seller', 'product', 'buyer'] as const)(
  'a card confirmed after the removal of the %s pays nothing, and the money goes back',
  async (removed) => {
    const own = await app.insertUser('seller');
    const admin = await app.insertUser('admin');
    const productId = await app.insertProduct(own);
    unwrap(await app.call(reportProduct, { body: { _id: productId } }));
    const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
    const orderId = unwrap(await app.call(placeOrder, { body, token: buyer.token })).insertedId;
    const { clientSecret } = unwrap(await requestIntent(orderId));
    if (removed === 'product') {
      unwrap(
        await app.call(resolveReport, { params: { id: productId }, query: {}, token: admin.token }),
      );
    } else {
      const { id } = removed === 'seller' ? own : buyer;
      unwrap(await app.call(deleteUser, { params: { id }, token: admin.token }));
    }
    // The provider's message overtakes the job that expires the order.
    const { id } = await app.pay(clientSecret);
    expect((await webhook(succeededEvent(`evt_${id}`, id))).statusCode).toBe(200);
    await app.runJobs('expire-orders');
    expect(await paymentsOf(orderId)).toMatchObject([{ state: 'refunded' }]);
    const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId));
    expect(row?.state).toBe('expired');
    expect(await eventsOf(orderId)).not.toContain('order.paid');
  },
);

test('an unpaid order shows until when it holds its phone, a paid one its receipt', async () => {
  const { orderId } = await ordered();
  const receipt = (who = buyer) =>
    app.call(getReceipt, { params: { id: orderId }, token: who.token });
  const shown = async () =>
    unwrap(await app.call(getOrder, { params: { id: orderId }, token: buyer.token }));
  const hours = (Date.parse((await shown()).expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  expect(resultCode(await receipt())).toBe('order.not-paid');

  const { id: transactionId } = await app.pay(unwrap(await requestIntent(orderId)).clientSecret);
  unwrap(await record(orderId, transactionId));
  const paid = unwrap(await receipt());
  expect(paid).toMatchObject({
    orderId,
    price,
    transactionId,
    buyerEmail: buyer.email,
    location: 'Gare de Lyon',
  });
  expect(Math.abs(Date.parse(paid.paidAt) - Date.now())).toBeLessThan(60_000);
  expect(resultCode(await receipt(seller))).toBe('order.not-found');
  expect(resultCode(await receipt(await app.insertUser('admin')))).toBe('ok');
});
