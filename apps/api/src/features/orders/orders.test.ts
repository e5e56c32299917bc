import {
  cancelOrder,
  deleteProduct,
  getOrder,
  listOrders,
  listProducts,
  placeOrder,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { orderEvents, orders } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller', { name: 'Rana' });
  buyer = await app.insertUser('buyer', { name: 'Ben' });
});
afterAll(() => app.close());

const order = (productId: string, who = buyer, more: object = {}) =>
  app.call(placeOrder, { body: { productId, ...contact, ...more }, token: who.token });
const statusOf = async (productId: string) => {
  const list = unwrap(await app.call(listProducts, {}));
  return list.find(({ _id }) => _id === productId)?.status;
};

test('[4.8] an order marks its product as sold and is listed with the server’s own data', async () => {
  const productId = await app.insertProduct(seller, {
    name: 'iPhone 12',
    resalePriceCents: 21_050,
  });
  const lies = { productName: 'Yacht', price: 1, email: 'other@mail.com', buyerName: 'Nobody' };
  const { insertedId } = unwrap(await order(productId, buyer, lies));
  expect(await statusOf(productId)).toBe('Sold');
  const listed = unwrap(
    await app.call(listOrders, { query: { email: buyer.email }, token: buyer.token }),
  );
  expect(listed.find(({ _id }) => _id === insertedId)).toEqual({
    _id: insertedId,
    productName: 'iPhone 12',
    img: 'http://redial.test/images/018f0000-0000-7000-8000-000000000000-960.jpg',
    buyerName: 'Ben',
    email: buyer.email,
    price: 210.5,
    phone: contact.phone,
    location: contact.location,
    productId,
    isPaid: false,
    state: 'unpaid',
    expiresAt: expect.any(String),
  });
});

test('what the server has its own records of may be null in an order', async () => {
  const productId = await app.insertProduct(seller);
  const unknown = { productName: null, img: null, buyerName: null, email: null, price: null };
  unwrap(await order(productId, buyer, unknown));
  expect(await statusOf(productId)).toBe('Sold');
});

test('an address with a plus sign can be written into the URL as it is', async () => {
  const { token, email } = await app.insertUser('buyer', { email: 'ben+phones@mail.info' });
  for (const address of [email, encodeURIComponent(email), ` ${email} `]) {
    const response = await app.server.inject({
      url: `/orders?email=${address}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.json()).toEqual([]);
  }
});

test('of fifty concurrent orders for one product, one succeeds and the others get the reason', async () => {
  const productId = await app.insertProduct(seller);
  const crowd = await Promise.all(Array.from({ length: 50 }, () => app.insertUser('buyer')));
  const results = await Promise.all(crowd.map((one) => order(productId, one)));
  const codes = results.map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(49);
  const live = await app.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.productId, productId));
  expect(live).toHaveLength(1);
});

test('a seller cannot order their own product, which stays available', async () => {
  const productId = await app.insertProduct(seller);
  expect(resultCode(await order(productId, seller))).toBe('product.own-product');
  expect(await statusOf(productId)).toBe('Available');
});

test('a refused order has acknowledged false and the reason as its message', async () => {
  const productId = await app.insertProduct(seller, { name: 'Mi 11' });
  unwrap(await order(productId));
  const other = await app.insertUser('buyer');
  const answer = await app.server.inject({
    method: 'POST',
    url: '/orders',
    headers: { authorization: `Bearer ${other.token}` },
    payload: { productId, ...contact },
  });
  expect(answer.statusCode).toBe(409);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({
    acknowledged: false,
    code: 'product.sold',
    status: 409,
    message: 'Mi 11 has just been sold',
    detail: 'Mi 11 has just been sold',
  });
});

test('who orders a phone again reads that the order exists', async () => {
  const productId = await app.insertProduct(seller, { name: 'Mi 11' });
  unwrap(await order(productId));
  expect(await order(productId)).toMatchObject({
    error: {
      code: 'product.sold',
      message: 'You have already ordered Mi 11: the order is under My Orders',
    },
  });
});

test('an unknown product, an empty location and an invalid phone number are refused with the field', async () => {
  const productId = await app.insertProduct(seller);
  expect(resultCode(await order(newId()))).toBe('product.not-found');
  const blank = await order(productId, buyer, { location: '   ' });
  expect(blank).toMatchObject({ error: { code: 'validation.failed', field: 'body.location' } });
  const letters = await order(productId, buyer, { phone: 'call me' });
  expect(letters).toMatchObject({ error: { code: 'validation.failed', field: 'body.phone' } });
  const missing = await order(productId, buyer, { phone: undefined });
  expect(missing).toMatchObject({ error: { code: 'request.invalid', field: 'body.phone' } });
  expect(await statusOf(productId)).toBe('Available');
});

test('a buyer holds at most ten unpaid orders, also with concurrent requests', async () => {
  const hoarder = await app.insertUser('buyer');
  const phones = await Promise.all(Array.from({ length: 13 }, () => app.insertProduct(seller)));
  const codes = (await Promise.all(phones.map((id) => order(id, hoarder)))).map(resultCode);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
  expect(codes.filter((code) => code === 'order.limit-reached')).toHaveLength(3);
});

test('cancelling makes the product available again, and repeating it changes nothing', async () => {
  const productId = await app.insertProduct(seller);
  const { insertedId } = unwrap(await order(productId));
  const cancel = () =>
    app.call(cancelOrder, {
      params: { orderId: insertedId },
      body: { productId },
      token: buyer.token,
    });
  expect(unwrap(await cancel())).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await statusOf(productId)).toBe('Available');
  expect(unwrap(await cancel())).toEqual({ acknowledged: true, deletedCount: 0 });
  const events = await app.db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, insertedId));
  expect(events.map(({ kind }) => kind)).toEqual(['order.placed', 'order.cancelled']);
});

test('only the buyer can cancel an order, and only the buyer and admins can read it', async () => {
  const productId = await app.insertProduct(seller);
  const { insertedId } = unwrap(await order(productId));
  const other = await app.insertUser('buyer');
  const admin = await app.insertUser('admin');
  const see = (who: TestUser) =>
    app.call(getOrder, { params: { id: insertedId }, token: who.token });
  const cancel = (who: TestUser, product = productId) =>
    app.call(cancelOrder, {
      params: { orderId: insertedId },
      body: { productId: product },
      token: who.token,
    });
  expect(resultCode(await see(other))).toBe('order.not-found');
  expect(resultCode(await see(seller))).toBe('order.not-found');
  expect(resultCode(await see(admin))).toBe('ok');
  expect(resultCode(await cancel(other))).toBe('order.not-found');
  expect(resultCode(await cancel(admin))).toBe('order.not-found');
  expect(resultCode(await cancel(buyer, newId()))).toBe('order.not-found');
  expect(unwrap(await see(buyer)).isPaid).toBe(false);
  const list = await app.call(listOrders, { query: { email: buyer.email }, token: other.token });
  expect(resultCode(list)).toBe('account.not-owner');
});

test('an expired order makes its product available again', async () => {
  const productId = await app.insertProduct(seller);
  const { insertedId } = unwrap(await order(productId));
  await app.runJobs('expire-orders');
  expect(await statusOf(productId)).toBe('Sold');
  await app.db
    .update(orders)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(orders.id, insertedId));
  await app.runJobs('expire-orders');
  expect(await statusOf(productId)).toBe('Available');
});

test('the database refuses a second active order, a price change and a deletion', async () => {
  const productId = await app.insertProduct(seller);
  const { insertedId } = unwrap(await order(productId));
  const [row] = await app.db.select().from(orders).where(eq(orders.id, insertedId));
  const second = app.db
    .insert(orders)
    .values({ ...row, id: newId() } as typeof orders.$inferInsert);
  await expect(second).rejects.toMatchObject({ cause: { code: '23505' } });
  const cheaper = app.db.update(orders).set({ priceCents: 1 }).where(eq(orders.id, insertedId));
  await expect(cheaper).rejects.toMatchObject({ cause: { code: '23514' } });
  const gone = app.db.delete(orders).where(eq(orders.id, insertedId));
  await expect(gone).rejects.toMatchObject({ cause: { code: '23514' } });
});

test('a seller cannot delete a product that has an active order', async () => {
  const productId = await app.insertProduct(seller);
  unwrap(await order(productId));
  const deletion = await app.call(deleteProduct, {
    params: { id: productId },
    token: seller.token,
  });
  expect(resultCode(deletion)).toBe('product.has-active-order');
});

test('who keeps ordering and cancelling has to wait', async () => {
  const strict = await createTestApp({ settings: { rateLimitScale: 1 } });
  try {
    const owner = await strict.insertUser('seller');
    const { token } = await strict.insertUser('buyer');
    const attempt = async (productId: string) => {
      const body = { productId, ...contact };
      const result = await strict.call(placeOrder, { body, token });
      if (result.ok) {
        const params = { orderId: result.value.insertedId };
        unwrap(await strict.call(cancelOrder, { params, body: { productId }, token }));
      }
      return resultCode(result);
    };
    const productId = await strict.insertProduct(owner);
    const codes = [];
    for (let n = 0; n < 4; n++) codes.push(await attempt(productId));
    expect(codes).toEqual(['ok', 'ok', 'ok', 'order.limit-reached']);

    for (let n = 3; n < 20; n++) {
      expect(await attempt(await strict.insertProduct(owner))).toBe('ok');
    }
    expect(await attempt(await strict.insertProduct(owner))).toBe('order.limit-reached');
    await strict.db.execute(sql`update orders set placed_at = placed_at - interval '24 hours'`);
    expect(await attempt(productId)).toBe('ok');
  } finally {
    await strict.close();
  }
});

test('a new account holds at most three phones, and a network orders at most thirty an hour', async () => {
  const strict = await createTestApp({ settings: { rateLimitScale: 1 } });
  try {
    const owner = await strict.insertUser('seller');
    const orderBy = async (token: string, remoteAddress = '203.0.113.7') => {
      const response = await strict.server.inject({
        method: 'POST',
        url: '/orders',
        remoteAddress,
        headers: { authorization: `Bearer ${token}` },
        payload: { productId: await strict.insertProduct(owner), ...contact },
      });
      return response.statusCode === 200 ? 'ok' : response.json().code;
    };
    let held = 0;
    for (let accounts = 0; accounts < 11; accounts++) {
      const { token } = await strict.insertUser('buyer');
      const codes = [];
      for (let n = 0; n < 4; n++) codes.push(await orderBy(token));
      held += codes.filter((code) => code === 'ok').length;
      if (accounts === 0) expect(codes).toEqual(['ok', 'ok', 'ok', 'order.limit-reached']);
    }
    expect(held).toBeLessThanOrEqual(30);
    const settled = await strict.insertUser('buyer');
    expect(await orderBy(settled.token)).toBe('rate.limited');
    await strict.db.execute(sql`update users set created_at = now() - interval '25 hours'`);
    for (let n = 0; n < 10; n++) expect(await orderBy(settled.token, '203.0.113.8')).toBe('ok');
    expect(await orderBy(settled.token, '203.0.113.8')).toBe('order.limit-reached');
  } finally {
    await strict.close();
  }
});
