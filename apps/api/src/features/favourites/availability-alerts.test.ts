import * as contract from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import {
  availabilityAlerts,
  domainEvents,
  orders,
  outbox,
  products,
} from '../../db/schema/index.ts';
import { notifyWaiting } from '../mail/index.ts';
import { purgeFavourites } from './index.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let fan: TestUser;

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  seller = await app.insertUser('seller');
  buyer = await app.insertUser('buyer');
  fan = await app.insertUser('buyer');
  await app.db.delete(domainEvents);
  await app.db.delete(outbox);
  app.sentMails.splice(0);
});
afterAll(() => app.close());

const add = ({ token }: TestUser, listingId: string) =>
  app.call(contract.addAvailabilityAlert, { params: { listingId }, token });
const list = async ({ token }: TestUser) =>
  unwrap(await app.call(contract.listAvailabilityAlerts, { token })).ids;
const read = async (id: string) => unwrap(await app.call(contract.getProduct, { params: { id } }));

async function order(productId: string): Promise<string> {
  const body = { productId, phone: '+33 6 12 34 56 78', location: 'Here' };
  return unwrap(await app.call(contract.placeOrder, { body, token: buyer.token })).insertedId;
}

const cancel = async (orderId: string, productId: string) =>
  unwrap(
    await app.call(contract.cancelOrder, {
      params: { orderId },
      body: { productId },
      token: buyer.token,
    }),
  );

async function mailsTo({ email }: TestUser) {
  await app.runJobs('dispatch-outbox');
  return app.sentMails.splice(0).filter(({ to }) => to === email);
}

test('a held phone that returns is announced once to who waits for it, and the alert ends', async () => {
  const id = await app.insertProduct(seller);
  const first = await order(id);
  unwrap(await add(fan, id));
  expect(unwrap(await add(fan, id)).modifiedCount).toBe(0);
  expect(await list(fan)).toEqual([id]);
  await cancel(first, id);
  const mails = await mailsTo(fan);
  expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Available again']);
  expect(mails[0]?.text).not.toContain(buyer.name);
  expect(await list(fan)).toEqual([]);
  const query = { token: new URL(mails[0]?.unsubscribeUrl ?? '').searchParams.get('token') ?? '' };
  expect(unwrap(await app.call(contract.unsubscribe, { query })).kinds).toEqual(['availability']);
  const { notifications } = unwrap(
    await app.call(contract.listNotifications, { query: {}, token: fan.token }),
  );
  expect(notifications[0]).toMatchObject({ kind: 'availability', path: `/products/${id}` });
  await cancel(await order(id), id);
  expect(await mailsTo(fan)).toEqual([]);
});

test('a phone that is held again before the delivery keeps its alerts', async () => {
  const id = await app.insertProduct(seller);
  const first = await order(id);
  unwrap(await add(fan, id));
  await cancel(first, id);
  const second = await order(id);
  expect(await mailsTo(fan)).toEqual([]);
  expect(await list(fan)).toEqual([id]);
  await app.db
    .update(orders)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(orders.id, second));
  await app.runJobs('expire-orders');
  expect(await mailsTo(fan)).toHaveLength(1);
});

test('a phone that is hidden when its hold ends is announced once it is shown again', async () => {
  const id = await app.insertProduct(seller);
  for (const state of ['cancelled', 'expired'] as const) {
    const held = await order(id);
    unwrap(await add(fan, id));
    await app.db
      .update(products)
      .set({ hiddenReasons: ['paused'] })
      .where(eq(products.id, id));
    if (state === 'cancelled') await cancel(held, id);
    else {
      await app.db
        .update(orders)
        .set({ expiresAt: new Date(Date.now() - 1000) })
        .where(eq(orders.id, held));
      await app.runJobs('expire-orders');
    }
    expect(await mailsTo(fan)).toEqual([]);
    expect(await list(fan)).toEqual([id]);
    unwrap(await app.call(contract.resumeProduct, { params: { id }, token: seller.token }));
    expect((await mailsTo(fan)).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Available again',
    ]);
    expect(await list(fan)).toEqual([]);
  }
});

test('a change of a phone that is still on hold announces nothing', async () => {
  const id = await app.insertProduct(seller);
  await order(id);
  unwrap(await add(fan, id));
  await notifyWaiting(app.deps, { type: 'product.changed', productId: id });
  expect(await mailsTo(fan)).toEqual([]);
  expect(await list(fan)).toEqual([id]);
});

test('who also has the phone among the favourites is notified once', async () => {
  const id = await app.insertProduct(seller);
  unwrap(await app.call(contract.addFavourite, { params: { listingId: id }, token: fan.token }));
  const first = await order(id);
  unwrap(await add(fan, id));
  await cancel(first, id);
  expect(await mailsTo(fan)).toHaveLength(1);
});

test('the alert ends without a message when the phone is sold', async () => {
  const id = await app.insertProduct(seller);
  const orderId = await order(id);
  unwrap(await add(fan, id));
  const { token, email } = buyer;
  const { clientSecret } = unwrap(
    await app.call(contract.createPaymentIntent, { body: { price: 345, orderId }, token }),
  );
  await app.pay(clientSecret);
  const transactionId = contract.intentIdFromClientSecret(clientSecret);
  const body = { price: 345, transactionId, email, orderId };
  unwrap(await app.call(contract.recordPayment, { body, token }));
  expect(await mailsTo(fan)).toEqual([]);
  expect(await list(fan)).toEqual([]);
});

test('alerts are for phones that somebody else holds', async () => {
  const id = await app.insertProduct(seller);
  expect(resultCode(await add(fan, id))).toBe('availability-alert.not-on-hold');
  await order(id);
  for (const user of [seller, buyer]) {
    expect(resultCode(await add(user, id))).toBe('availability-alert.not-on-hold');
  }
  const hidden = await app.insertProduct(seller, { hiddenReasons: ['paused'] });
  expect(resultCode(await add(fan, hidden))).toBe('product.not-found');
});

test('others see until when a phone is held, and whether by an accepted offer', async () => {
  const id = await app.insertProduct(seller);
  expect(await read(id)).not.toHaveProperty('hold');
  const first = await order(id);
  const { hold } = await read(id);
  expect(hold?.reason).toBe('order');
  const hours = (Date.parse(hold?.until ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24);
  const [listed] = unwrap(
    await app.call(contract.listProducts, { query: { limit: 1, sort: 'newest' } }),
  );
  expect(listed).toMatchObject({ _id: id, hold });
  await cancel(first, id);
  expect(await read(id)).not.toHaveProperty('hold');
  const contact = { phone: '+33 6 12 34 56 78', location: 'Here' };
  const { insertedId } = unwrap(
    await app.call(contract.makeOffer, {
      params: { id },
      body: { price: 300, ...contact },
      token: buyer.token,
    }),
  );
  unwrap(await app.call(contract.acceptOffer, { params: { id: insertedId }, token: seller.token }));
  expect((await read(id)).hold?.reason).toBe('offer');
});

test('alerts of removed phones are deleted', async () => {
  const id = await app.insertProduct(seller);
  await app.db.insert(availabilityAlerts).values({ userId: fan.id, productId: id });
  expect(await purgeFavourites(app.db)).toBe(0);
  await app.db.update(products).set({ removedAt: new Date() }).where(eq(products.id, id));
  expect(await purgeFavourites(app.db)).toBe(1);
});
