import {
  cancelOrder,
  createPaymentIntent,
  getOrder,
  placeOrder,
  recordPayment,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { postWebhook } from '../../../test/security/fixtures.ts';
import { createTestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import type { SandboxFaults } from '../../adapters/card-payments/sandbox.ts';
import { orderEvents, payments, sandboxIntents } from '../../db/schema/index.ts';

/** The price of the orders, in dollars. */
export const price = 345;

/** The provider's event about an intent that was paid. */
export const succeededEvent = (id: string, intentId: string) => ({
  id,
  type: 'payment_intent.succeeded',
  data: { object: { object: 'payment_intent', id: intentId } },
});

/** The API with orders that are about to be paid. `reset` starts with a new buyer. */
export async function createPaymentsFixture() {
  const noFaults: SandboxFaults = () => undefined;
  /** Replaced by tests in which the provider fails. */
  const provider = { faults: noFaults };
  const api = await createTestApp({ faults: (call, when) => provider.faults(call, when) });
  const app = Object.assign(api, {
    seller: await api.insertUser('seller'),
    buyer: await api.insertUser('buyer'),
  });

  async function reset() {
    app.buyer = await app.insertUser('buyer');
    provider.faults = noFaults;
  }

  async function ordered() {
    const productId = await app.insertProduct(app.seller);
    const body = { productId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
    const { insertedId } = unwrap(await app.call(placeOrder, { body, token: app.buyer.token }));
    return { productId, orderId: insertedId };
  }
  const requestIntent = (orderId: string | undefined, who: TestUser = app.buyer, amount = price) =>
    app.call(createPaymentIntent, {
      body: { price: amount, ...(orderId ? { orderId } : {}) },
      token: who.token,
    });
  const record = (
    orderId: string,
    transactionId: string,
    who: TestUser = app.buyer,
    about: object = {},
  ) =>
    app.call(recordPayment, {
      body: { price, transactionId, email: who.email, orderId, ...about },
      token: who.token,
    });
  const cancel = (orderId: string, productId: string) =>
    app.call(cancelOrder, { params: { orderId }, body: { productId }, token: app.buyer.token });
  const isPaid = async (orderId: string) =>
    unwrap(await app.call(getOrder, { params: { id: orderId }, token: app.buyer.token })).isPaid;
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
  const webhook = (event: object, at = new Date()) => postWebhook(app, event, { at });

  return Object.assign(app, {
    provider,
    reset,
    ordered,
    requestIntent,
    record,
    cancel,
    isPaid,
    paymentsOf,
    intentOf,
    eventsOf,
    webhook,
  });
}

export type PaymentsFixture = Awaited<ReturnType<typeof createPaymentsFixture>>;
