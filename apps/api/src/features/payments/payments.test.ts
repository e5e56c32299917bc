import {
  deleteUser,
  getOrder,
  getReceipt,
  listProducts,
  placeOrder,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { orders, sandboxIntents } from '../../db/schema/index.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import {
  createPaymentsFixture,
  type PaymentsFixture,
  price,
  succeededEvent,
} from './payments.fixture.ts';
import { reconcilePayments } from './reconcile-payments.ts';

let app: PaymentsFixture;

beforeAll(async () => {
  app = await createPaymentsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test('a recorded payment pays the order and removes the product from the lists, and repeating it changes nothing', async () => {
  const { orderId, productId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const { id, status } = await app.pay(clientSecret);
  expect(status).toBe('succeeded');
  const first = unwrap(await app.record(orderId, id));
  const second = unwrap(await app.record(orderId, id));
  expect(second).toEqual(first);
  expect(await app.isPaid(orderId)).toBe(true);
  const list = unwrap(await app.call(listProducts, {}));
  expect(list.some(({ _id }) => _id === productId)).toBe(false);
  expect(await app.eventsOf(orderId)).toEqual(['order.placed', 'order.paid']);
  expect(resultCode(await app.cancel(orderId, productId))).toBe('order.already-paid');
  expect(resultCode(await app.requestIntent(orderId))).toBe('order.already-paid');
});

test('one order has one intent, and without an order id the newest order with that price is taken', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  expect(unwrap(await app.requestIntent(orderId)).clientSecret).toBe(clientSecret);
  expect(unwrap(await app.requestIntent(undefined)).clientSecret).toBe(clientSecret);
  const asked = await Promise.all(Array.from({ length: 8 }, () => app.requestIntent(orderId)));
  expect(new Set(asked.map((one) => unwrap(one).clientSecret))).toEqual(new Set([clientSecret]));
  expect(await app.paymentsOf(orderId)).toHaveLength(1);
});

test('a wrong price and another buyer’s order are refused', async () => {
  const { orderId } = await app.ordered();
  expect(resultCode(await app.requestIntent(orderId, app.buyer, 1))).toBe('price.mismatch');
  expect(resultCode(await app.requestIntent(orderId, app.buyer, 345.001))).toBe('price.mismatch');
  const other = await app.insertUser('buyer');
  expect(resultCode(await app.requestIntent(orderId, other))).toBe('order.not-found');
  expect(resultCode(await app.requestIntent(undefined, other))).toBe('order.not-found');
});

test('a payment is not recorded before the provider confirms it', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  expect(resultCode(await app.record(orderId, intentId))).toBe('payment.not-succeeded');
  expect(resultCode(await app.record(orderId, 'pi_made_up'))).toBe('payment.mismatch');
  const declined = await app.pay(clientSecret, '4000000000000002');
  expect(declined.error?.message).toBe('Your card was declined.');
  expect(resultCode(await app.record(orderId, intentId))).toBe('payment.not-succeeded');
  expect(await app.isPaid(orderId)).toBe(false);
});

test('the tenth declined card cancels the intent, and the buyer pays with another one', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const decline = async () => (await app.pay(clientSecret, '4000000000000002')).error?.message;
  const statuses = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect(await decline(), `attempt ${attempt}`).toBe('Your card was declined.');
    statuses.push((await app.intentOf(orderId))?.status);
  }
  expect(statuses).toEqual([...Array(9).fill('requires_payment_method'), 'canceled']);
  // A good card comes too late, and so does another bad one.
  const late = 'This payment was cancelled after too many declined cards.';
  expect((await app.pay(clientSecret)).error?.message).toBe(late);
  expect(await decline()).toBe(late);
  await reconcilePayments(app.deps, 0);
  expect(await app.paymentsOf(orderId)).toMatchObject([{ state: 'canceled' }]);
  expect(await app.isPaid(orderId)).toBe(false);
  const next = unwrap(await app.requestIntent(orderId)).clientSecret;
  expect(next).not.toBe(clientSecret);
  unwrap(await app.record(orderId, (await app.pay(next)).id));
  expect(await app.isPaid(orderId)).toBe(true);
});

test('an intent for one order does not pay another', async () => {
  const cheap = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(cheap.orderId));
  const { id } = await app.pay(clientSecret);
  const dear = await app.ordered();
  expect(resultCode(await app.record(dear.orderId, id))).toBe('payment.mismatch');
  expect(resultCode(await app.record(cheap.orderId, id, app.buyer, { price: 1 }))).toBe(
    'price.mismatch',
  );
  const thief = await app.insertUser('buyer');
  expect(resultCode(await app.record(cheap.orderId, id, thief))).toBe('order.not-found');
  expect(await app.isPaid(dear.orderId)).toBe(false);
});

test('a payment for a cancelled order is refunded, once', async () => {
  const { orderId, productId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  // The provider captures the payment although it confirmed the cancellation.
  unwrap(await app.cancel(orderId, productId));
  const id = clientSecret.split('_secret_')[0] ?? '';
  await app.db.update(sandboxIntents).set({ status: 'succeeded' }).where(eq(sandboxIntents.id, id));
  expect(resultCode(await app.record(orderId, id))).toBe('order.closed');
  await app.runJobs('dispatch-outbox');
  await app.runJobs('dispatch-outbox');
  const [payment] = await app.paymentsOf(orderId);
  expect(payment?.state).toBe('refunded');
  const [intent] = await app.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
  expect(intent?.refundedCents).toBe(34_500);
  expect(await app.eventsOf(orderId)).toEqual([
    'order.placed',
    'order.cancelled',
    'payment.refund-due',
    'payment.refunded',
  ]);
});

test('an order cancelled while its intent is being created: the intent is canceled, and not given away', async () => {
  const { orderId, productId } = await app.ordered();
  app.provider.faults = async (call, when) => {
    if (call === 'createIntent' && when === 'after') unwrap(await app.cancel(orderId, productId));
  };
  expect(resultCode(await app.requestIntent(orderId))).toBe('order.closed');
  const [payment] = await app.paymentsOf(orderId);
  expect(payment?.state).toBe('canceled');
  expect((await app.intentOf(orderId))?.status).toBe('canceled');
});

test('cancelling an order that was just paid marks it as paid instead', async () => {
  const { orderId, productId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  await app.pay(clientSecret);
  expect(resultCode(await app.cancel(orderId, productId))).toBe('order.already-paid');
  expect(await app.isPaid(orderId)).toBe(true);
});

test('cancelling an order cancels its intent, which can no longer be paid', async () => {
  const { orderId, productId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  unwrap(await app.cancel(orderId, productId));
  expect((await app.pay(clientSecret)).error).toBeDefined();
  expect(resultCode(await app.requestIntent(orderId))).toBe('order.closed');
});

test('a provider outage causes 503 and loses nothing, and the retry gets the same intent', async () => {
  const { orderId, productId } = await app.ordered();
  app.provider.faults = (call, when) => {
    if (call === 'createIntent' && when === 'after') throw new CardPaymentsUnavailable('down');
  };
  expect(resultCode(await app.requestIntent(orderId))).toBe('payment.unavailable');
  app.provider.faults = (call) => {
    if (call === 'cancelIntent') throw new CardPaymentsUnavailable('down');
  };
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  expect(await app.paymentsOf(orderId)).toHaveLength(1);
  const intents = await app.db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  expect(intents).toHaveLength(1);
  expect(resultCode(await app.cancel(orderId, productId))).toBe('payment.unavailable');
  app.provider.faults = () => undefined;
  const { id } = await app.pay(clientSecret);
  unwrap(await app.record(orderId, id));
});

test.each(['seller', 'product', 'buyer'] as const)(
  'a card confirmed after the removal of the %s pays nothing, and the money goes back',
  async (removed) => {
    const own = await app.insertUser('seller');
    const admin = await app.insertUser('admin');
    const productId = await app.insertProduct(own);
    unwrap(await app.call(reportProduct, { body: { _id: productId } }));
    const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
    const orderId = unwrap(await app.call(placeOrder, { body, token: app.buyer.token })).insertedId;
    const { clientSecret } = unwrap(await app.requestIntent(orderId));
    if (removed === 'product') {
      unwrap(
        await app.call(resolveReport, { params: { id: productId }, query: {}, token: admin.token }),
      );
    } else {
      const { id } = removed === 'seller' ? own : app.buyer;
      unwrap(await app.call(deleteUser, { params: { id }, token: admin.token }));
    }
    // The provider's message overtakes the job that expires the order.
    const { id } = await app.pay(clientSecret);
    expect((await app.webhook(succeededEvent(`evt_${id}`, id))).statusCode).toBe(200);
    await app.runJobs('expire-orders');
    expect(await app.paymentsOf(orderId)).toMatchObject([{ state: 'refunded' }]);
    const [row] = await app.db.select().from(orders).where(eq(orders.id, orderId));
    expect(row?.state).toBe('expired');
    expect(await app.eventsOf(orderId)).not.toContain('order.paid');
  },
);

test('an unpaid order shows until when it holds its phone, a paid one its receipt', async () => {
  const { orderId } = await app.ordered();
  const receipt = (who = app.buyer) =>
    app.call(getReceipt, { params: { id: orderId }, token: who.token });
  const shown = async () =>
    unwrap(await app.call(getOrder, { params: { id: orderId }, token: app.buyer.token }));
  const hours = (Date.parse((await shown()).expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  expect(resultCode(await receipt())).toBe('order.not-paid');

  const { id: transactionId } = await app.pay(
    unwrap(await app.requestIntent(orderId)).clientSecret,
  );
  unwrap(await app.record(orderId, transactionId));
  const paid = unwrap(await receipt());
  expect(paid).toMatchObject({
    orderId,
    price,
    transactionId,
    buyerEmail: app.buyer.email,
    location: 'Gare de Lyon',
    handover: 'meet',
    refunded: 0,
  });
  expect(Math.abs(Date.parse(paid.paidAt) - Date.now())).toBeLessThan(60_000);
  expect(resultCode(await receipt(app.seller))).toBe('order.not-found');
  expect(resultCode(await receipt(await app.insertUser('admin')))).toBe('ok');
});
