import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import {
  images,
  orders,
  possessionProofs,
  products,
  sandboxEvents,
  sandboxIntents,
} from '../../src/db/schema/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { publicUrl, type TestApp, type TestUser } from '../test-app.ts';

/** Contact data of a buyer. */
export const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

/** Inserts an image that the user may list a product with. @returns its URL. */
export async function insertImage({ db }: TestApp, of: TestUser): Promise<string> {
  const id = newId();
  await db.insert(images).values({ id, uploadedBy: of.id, width: 960, height: 960 });
  return `${publicUrl}/images/${id}-960.jpg`;
}

/** Inserts a photo that proves possession and waits for a decision. @returns the id of the proof. */
export async function insertPossessionProof({ db }: TestApp, productId: string): Promise<string> {
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  const id = newId();
  await db.insert(possessionProofs).values({
    id,
    productId,
    code: 'K7HT3R',
    expiresAt: new Date(Date.now() + 3_600_000),
    state: 'submitted',
    photoId: newId(),
    width: 90,
    height: 90,
    productName: product?.name ?? '',
    submittedAt: new Date(),
  });
  return id;
}

/** Sends a webhook as the card provider does, signed now by the clock of the application. */
export function postWebhook(
  { server, deps }: TestApp,
  event: unknown,
  about: { at?: Date; secret?: string; signed?: string } = {},
) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event);
  const { at = deps.clock.now(), secret = 'webhook secret', signed = payload } = about;
  const t = Math.floor(at.getTime() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${signed}`).digest('hex');
  return server.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'redial-signature': `t=${t},v1=${v1}` },
    payload,
  });
}

/** The provider's events about an order's intents, in order. */
export async function providerEventsOf({ db }: TestApp, orderId: string): Promise<unknown[]> {
  const rows = await db
    .select({ payload: sandboxEvents.payload })
    .from(sandboxEvents)
    .orderBy(sandboxEvents.createdAt);
  return rows.map(({ payload }) => payload).filter((one) => JSON.stringify(one).includes(orderId));
}

/** Loads an order with its product and intents. */
export async function loadOrderState({ db }: TestApp, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const [product] = await db
    .select()
    .from(products)
    .where(eq(products.id, order?.productId ?? newId()));
  const intents = await db.select().from(sandboxIntents).where(eq(sandboxIntents.orderId, orderId));
  return { order, product, intents };
}
