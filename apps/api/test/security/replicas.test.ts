import {
  cancelOrder,
  createPaymentIntent,
  intentIdFromClientSecret,
  placeOrder,
  recordPayment,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxBalanceEntries, sandboxIntents } from '../../src/db/schema/index.ts';
import { reconcilePayments } from '../../src/features/payments/reconcile-payments.ts';
import { createTestApp, resultCode, type TestApp, type TestUser, unwrap } from '../test-app.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../test-database.ts';
import { contact, loadOrderState, postWebhook, providerEventsOf } from './fixtures.ts';
import { findViolations } from './invariants.ts';

let database: TestDatabase;
/** Two instances with separate connection pools on one database. */
let replicas: readonly [TestApp, TestApp];

beforeAll(async () => {
  database = await createTestDatabase();
  const open = () => {
    const db = openTestPool(database.url);
    return createTestApp({ database: { ...database, db }, settings: { rateLimitScale: 1e6 } });
  };
  replicas = [await open(), await open()];
});
afterAll(async () => {
  for (const { close, db } of replicas) {
    await close();
    await db.$client.end();
  }
  await database.close();
});

async function order(buyer: TestUser, productId: string): Promise<string> {
  const body = { productId, ...contact };
  return unwrap(await replicas[0].call(placeOrder, { body, token: buyer.token })).insertedId;
}

test('fifty concurrent orders for one product at two replicas: one succeeds', async () => {
  const [one, other] = replicas;
  const seller = await one.insertUser('seller');
  const buyers: TestUser[] = [];
  for (let n = 0; n < 50; n++) buyers.push(await one.insertUser('buyer'));
  for (let round = 0; round < 4; round++) {
    const productId = await one.insertProduct(seller);
    const codes = await Promise.all(
      buyers.map(async ({ token }, index) => {
        const replica = index % 2 ? one : other;
        return resultCode(
          await replica.call(placeOrder, { body: { productId, ...contact }, token }),
        );
      }),
    );
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'product.sold')).toHaveLength(49);
  }
  expect(await findViolations(one.db)).toEqual([]);
});

test('concurrent browser, webhook, reconciliation and cancellation at two replicas settle a payment once', async () => {
  const [one, other] = replicas;
  const seller = await one.insertUser('seller');
  const buyer = await one.insertUser('buyer');
  const { token, email } = buyer;
  for (let round = 0; round < 10; round++) {
    const productId = await one.insertProduct(seller);
    const orderId = await order(buyer, productId);
    const { clientSecret } = unwrap(
      await one.call(createPaymentIntent, { body: { price: 345, orderId }, token }),
    );
    const { id: transactionId } = await one.pay(clientSecret);
    const [message] = await providerEventsOf(one, orderId);
    const body = { price: 345, transactionId, email, orderId };
    const cancel = { params: { orderId }, body: { productId }, token };
    const paid = await Promise.all([
      one.call(recordPayment, { body, token }),
      other.call(recordPayment, { body, token }),
      ...replicas.flatMap((replica) => [
        postWebhook(replica, message).then(({ statusCode }) => expect(statusCode).toBe(200)),
        reconcilePayments(replica.deps, 0),
        replica
          .call(cancelOrder, cancel)
          .then((result) => expect(resultCode(result)).toBe('order.already-paid')),
      ]),
    ]);
    const [first, second] = paid;
    expect(unwrap(first).insertedId).toBe(unwrap(second).insertedId);
    expect(await loadOrderState(one, orderId)).toMatchObject({
      order: { state: 'paid' },
      product: { isPaid: true },
      intents: [{ refundedCents: 0 }],
    });
  }
  expect(await findViolations(one.db)).toEqual([]);
});

test('a payment captured after an acknowledged cancellation is refunded once', async () => {
  const [one, other] = replicas;
  const seller = await one.insertUser('seller');
  const buyer = await one.insertUser('buyer');
  const { token, email } = buyer;
  for (let round = 0; round < 5; round++) {
    const productId = await one.insertProduct(seller);
    const orderId = await order(buyer, productId);
    const { clientSecret } = unwrap(
      await one.call(createPaymentIntent, { body: { price: 345, orderId }, token }),
    );
    const cancel = { params: { orderId }, body: { productId }, token };
    expect(resultCode(await one.call(cancelOrder, cancel))).toBe('ok');
    const intentId = intentIdFromClientSecret(clientSecret);
    await one.db
      .update(sandboxIntents)
      .set({ status: 'succeeded' })
      .where(eq(sandboxIntents.id, intentId));
    await one.db.insert(sandboxBalanceEntries).values({
      id: `txn_late_${orderId}`,
      kind: 'charge',
      amountCents: 34_500,
      sourceId: intentId,
      createdAt: new Date(),
    });
    const late = {
      id: `evt_late_${orderId}`,
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: intentId } },
    };
    const body = { price: 345, transactionId: intentId, email, orderId };
    await Promise.all([
      ...replicas.map((replica) => postWebhook(replica, late)),
      ...replicas.map(async (replica) =>
        expect(resultCode(await replica.call(recordPayment, { body, token }))).toBe('order.closed'),
      ),
    ]);
    await Promise.all([one.runJobs('dispatch-outbox'), other.runJobs('dispatch-outbox')]);
    expect(await loadOrderState(one, orderId)).toMatchObject({
      order: { state: 'cancelled' },
      product: { status: 'Available', isPaid: false },
      intents: [{ status: 'succeeded', refundedCents: 34_500 }],
    });
  }
  expect(await findViolations(one.db, true)).toEqual([]);
});
