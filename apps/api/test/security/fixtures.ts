import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  images,
  orders,
  products,
  sandboxEvents,
  sandboxIntents,
} from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { publicUrl, type TestApp, type TestUser } from '../test-app.ts';

/** Where a buyer can be met. */
export const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

/** A picture of the image host that a seller may list a phone with. */
export async function insertImage({ db }: TestApp, of: TestUser): Promise<string> {
  const id = newId();
  await db.insert(images).values({ id, uploadedBy: of.id, width: 960, height: 960 });
  return `${publicUrl}/images/${id}-960.jpg`;
}

/** Posts a message as the card provider does, signed. */
export function postWebhook(
  { server }: TestApp,
  event: unknown,
  about: { at?: Date; secret?: string; signed?: string } = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const { at = new Date(), secret = 'webhook secret', signed = payload } = about;
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${signed}`).digest('hex');
  return server.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'redial-signature': `t=${t},v1=${v1}` },
    payload,
  });
}

/** What the provider has to tell of an order's intents, in the order in which it happened. */
export async function providerEventsOf({ db }: TestApp, orderId: string): Promise<unknown[]> {
  const rows = await db
    .select({ payload: sandboxEvents.payload })
    .from(sandboxEvents)
    .orderBy(sandboxEvents.createdAt);
  return rows.map(({ payload }) => payload).filter((one) => JSON.stringify(one).includes(orderId));
}

/** Rows of one order and all that hangs on it. */
export async function loadOrderState({ db }: TestApp, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [product] = await db
    .select()
    .from(products)
    .where(eq(products.id, order?.productId ?? newId()));
  const intents = await db.select().from(sandboxIntents).where(eq(sandboxIntents.orderId, orderId));
  return { order, product, intents };
}
