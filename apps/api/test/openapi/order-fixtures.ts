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

/** Somebody reports the phone of the examples. */
export const recordReport = async ({ call }: ExampleApp) =>
  unwrap(await call(reportProduct, { body: { _id: exampleFixtures.product._id } }));

/** An order that has been paid, and recorded as such. */
export async function paidOrder(app: ExampleApp): Promise<string> {
  const orderId = await app.ordered();
  const { id: transactionId } = await app.pay(await app.clientSecret(orderId));
  const body = { ...paymentFields, orderId, transactionId };
  unwrap(await app.call(recordPayment, { body, token: app.buyer.token }));
  return orderId;
}

/** What the buyer says of a payment. */
export const paymentFields = {
  price: exampleFixtures.order.price,
  email: exampleFixtures.buyer.email,
};

/** Money that the provider took although the order had been cancelled. */
export async function latePayment(
  app: ExampleApp,
): Promise<{ orderId: string; transactionId: string }> {
  const orderId = await app.ordered();
  const transactionId = intentIdFromClientSecret(await app.clientSecret(orderId));
  await cancel(app, orderId);
  await app.db
    .update(sandboxIntents)
    .set({ status: 'succeeded' })
    .where(eq(sandboxIntents.id, transactionId));
  return { orderId, transactionId };
}

/** An order that was cancelled. */
export async function cancelledOrder(app: ExampleApp): Promise<string> {
  const orderId = await app.ordered();
  await cancel(app, orderId);
  return orderId;
}

async function cancel(app: ExampleApp, orderId: string): Promise<void> {
  const body = { productId: exampleFixtures.product._id };
  unwrap(await app.call(cancelOrder, { params: { orderId }, body, token: app.buyer.token }));
}
