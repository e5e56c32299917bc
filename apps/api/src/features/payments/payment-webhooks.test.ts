import { listProducts } from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { resultCode, unwrap } from '../../../test/test-app.ts';
import { orders, payments, sandboxIntents } from '../../db/schema/index.ts';
import { CardPaymentsUnavailable } from '../../ports/card-payments.ts';
import { createPaymentsFixture, type PaymentsFixture, succeededEvent } from './payments.fixture.ts';

let app: PaymentsFixture;

beforeAll(async () => {
  app = await createPaymentsFixture();
});
beforeEach(() => app.reset());
afterAll(() => app.close());

test('a signed webhook event completes a payment that the browser left open, however often it arrives', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const { id } = await app.pay(clientSecret);
  const event = succeededEvent('evt_once', id);
  const answers = await Promise.all([app.webhook(event), app.webhook(event), app.webhook(event)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await app.isPaid(orderId)).toBe(true);
  expect(await app.eventsOf(orderId)).toEqual(['order.placed', 'order.paid']);
  unwrap(await app.record(orderId, id));
});

test('a webhook event that is unsigned, altered, old or false changes nothing', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const id = clientSecret.split('_secret_')[0] ?? '';
  const event = succeededEvent('evt_lie', id);
  const unsigned = await app.server.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    payload: event,
  });
  expect(unsigned.statusCode).toBe(400);
  expect((await app.webhook(event, new Date(Date.now() - 301_000))).statusCode).toBe(400);
  // Truly signed, but the provider itself says that nothing was paid.
  expect((await app.webhook(event)).statusCode).toBe(200);
  expect(await app.isPaid(orderId)).toBe(false);
});

test('a webhook event that could not be processed is not acknowledged, and succeeds when resent', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  const { id } = await app.pay(clientSecret);
  app.provider.faults = (call) => {
    if (call === 'retrieveIntent') throw new CardPaymentsUnavailable('down');
  };
  const event = succeededEvent('evt_again', id);
  expect((await app.webhook(event)).statusCode).toBe(503);
  app.provider.faults = () => undefined;
  expect((await app.webhook(event)).statusCode).toBe(200);
  expect(await app.isPaid(orderId)).toBe(true);
});

test('the reconciliation job finds payments that neither browser nor webhook reported', async () => {
  const { orderId } = await app.ordered();
  const { clientSecret } = unwrap(await app.requestIntent(orderId));
  await app.pay(clientSecret);
  await app.runJobs('reconcile-payments');
  expect(await app.isPaid(orderId)).toBe(false);
  await app.db
    .update(payments)
    .set({ changedAt: sql`now() - interval '2 minutes'` })
    .where(eq(payments.orderId, orderId));
  await app.runJobs('reconcile-payments');
  expect(await app.isPaid(orderId)).toBe(true);
});

test.each([
  ['canceled', 'requires_payment_method', 'canceled'],
  ['refunded, if it was paid,', 'succeeded', 'refunded'],
] as const)(
  'an intent whose creation outlasted its order and was never reported is %s by the reconciliation job',
  async (_title, status, state) => {
    const { orderId, productId } = await app.ordered();
    app.provider.faults = async (call, when) => {
      if (call !== 'createIntent' || when !== 'after') return;
      unwrap(await app.cancel(orderId, productId));
      throw new CardPaymentsUnavailable('the response is lost');
    };
    expect(resultCode(await app.requestIntent(orderId))).toBe('payment.unavailable');
    app.provider.faults = () => undefined;
    await app.db.update(sandboxIntents).set({ status }).where(eq(sandboxIntents.orderId, orderId));
    await app.db
      .update(payments)
      .set({ changedAt: sql`now() - interval '2 minutes'` })
      .where(eq(payments.orderId, orderId));
    await app.runJobs('reconcile-payments');
    const [payment] = await app.paymentsOf(orderId);
    expect(payment?.state).toBe(state);
    const intent = await app.intentOf(orderId);
    expect(intent?.status).toBe(status === 'succeeded' ? 'succeeded' : 'canceled');
    expect(intent?.refundedCents).toBe(status === 'succeeded' ? 34_500 : 0);
  },
);

test('an intent that was paid before its id was stored is still found', async () => {
  const { orderId } = await app.ordered();
  app.provider.faults = (call, when) => {
    if (call === 'createIntent' && when === 'after') throw new CardPaymentsUnavailable('down');
  };
  await app.requestIntent(orderId);
  app.provider.faults = () => undefined;
  const [intent] = await app.db
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.orderId, orderId));
  const { id } = await app.pay(intent?.clientSecret ?? '');
  expect((await app.webhook(succeededEvent('evt_orphan', id))).statusCode).toBe(200);
  expect(await app.isPaid(orderId)).toBe(true);
});

test('two tabs, the webhook and a cancellation at once leave one consistent order', async () => {
  for (let round = 0; round < 10; round++) {
    const { orderId, productId } = await app.ordered();
    const { clientSecret } = unwrap(await app.requestIntent(orderId));
    const id = clientSecret.split('_secret_')[0] ?? '';
    await Promise.all([
      app.pay(clientSecret).then(() => app.record(orderId, id)),
      app.pay(clientSecret).then(() => app.record(orderId, id)),
      app.pay(clientSecret).then(() => app.webhook(succeededEvent(`evt_${id}`, id))),
      app.cancel(orderId, productId),
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
