import {
  cancelOrder,
  intentIdFromClientSecret,
  recordPayment,
  reportProduct,
} from '@redial/contract';
import { exampleFixtures } from '@redial/contract/openapi';
import { eq } from 'drizzle-orm';
import { sandboxIntents } from '../../src/db/schema/index.ts';
import { unwrap } from '../test-app.ts';
import type { ExampleApp } from './example-app.ts';

/** Reports the product of the examples anonymously. */
export const reportExampleProduct = async ({ call }: ExampleApp) =>
  unwrap(await call(reportProduct, { body: { _id: exampleFixtures.product._id } }));

/** Places an order and records its payment. @returns the order's id. */
export async function placePaidOrder(app: ExampleApp): Promise<string> {
  const orderId = await app.placeExampleOrder();
  const { id: transactionId } = await app.pay(await app.createClientSecret(orderId));
  const body = { ...paymentFields, orderId, transactionId };
  unwrap(await app.call(recordPayment, { body, token: app.buyer.token }));
  return orderId;
}

/** Fields of a payment request that are the same for every order. */
export const paymentFields = {
  price: exampleFixtures.order.price,
  email: exampleFixtures.buyer.email,
};

/** Creates a payment that succeeds after its order was cancelled. */
export async function createLatePayment(
  app: ExampleApp,
): Promise<{ orderId: string; transactionId: string }> {
  const orderId = await app.placeExampleOrder();
  const transactionId = intentIdFromClientSecret(await app.createClientSecret(orderId));
  await cancel(app, orderId);
  await app.db
    .update(sandboxIntents)
    .set({ status: 'succeeded' })
    .where(eq(sandboxIntents.id, transactionId));
  return { orderId, transactionId };
}

/** Places an order and cancels it. @returns the order's id. */
export async function placeCancelledOrder(app: ExampleApp): Promise<string> {
  const orderId = await app.placeExampleOrder();
  await cancel(app, orderId);
  return orderId;
}

async function cancel(app: ExampleApp, orderId: string): Promise<void> {
  const body = { productId: exampleFixtures.product._id };
  unwrap(await app.call(cancelOrder, { params: { orderId }, body, token: app.buyer.token }));
}
