import { cancelOrder, intentIdOf, recordPayment, reportProduct } from '@redial/contract';
import { scene } from '@redial/contract/openapi';
import { eq } from 'drizzle-orm';
import { sandboxIntents } from '../../src/db/schema/index.ts';
import { answerOf } from '../app.ts';
import type { Scene } from './scene.ts';

/** Somebody reports the phone of the examples. */
export const recordReport = async ({ call }: Scene) =>
  answerOf(await call(reportProduct, { body: { _id: scene.product._id } }));

/** An order that has been paid, and recorded as such. */
export async function paidOrder(shop: Scene): Promise<string> {
  const orderId = await shop.ordered();
  const { id: transactionId } = await shop.pay(await shop.clientSecret(orderId));
  const body = { ...payment, orderId, transactionId };
  answerOf(await shop.call(recordPayment, { body, token: shop.buyer.token }));
  return orderId;
}

/** What the buyer says of a payment. */
export const payment = { price: scene.order.price, email: scene.buyer.email };

/** Money that the provider took although the order had been cancelled. */
export async function lateMoney(shop: Scene): Promise<{ orderId: string; transactionId: string }> {
  const orderId = await shop.ordered();
  const transactionId = intentIdOf(await shop.clientSecret(orderId));
  await cancel(shop, orderId);
  await shop.db
    .update(sandboxIntents)
    .set({ status: 'succeeded' })
    .where(eq(sandboxIntents.id, transactionId));
  return { orderId, transactionId };
}

/** An order that was cancelled. */
export async function cancelledOrder(shop: Scene): Promise<string> {
  const orderId = await shop.ordered();
  await cancel(shop, orderId);
  return orderId;
}

async function cancel(shop: Scene, orderId: string): Promise<void> {
  const body = { productId: scene.product._id };
  answerOf(await shop.call(cancelOrder, { params: { orderId }, body, token: shop.buyer.token }));
}
