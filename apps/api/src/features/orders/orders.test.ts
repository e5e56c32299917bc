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
import { answerOf, codeOf, type TestApp, type TestPerson, testApp } from '../../../test/app.ts';
import { orderEvents, orders } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let shop: TestApp;
let seller: TestPerson;
let buyer: TestPerson;
const contact = { phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };

beforeAll(async () => {
  shop = await testApp();
  seller = await shop.person('seller', { name: 'Rana' });
  buyer = await shop.person('buyer', { name: 'Ben' });
});
afterAll(() => shop.close());

const order = (productId: string, who = buyer, more: object = {}) =>
  shop.call(placeOrder, { body: { productId, ...contact, ...more }, token: who.token });
const statusOf = async (productId: string) => {
  const list = answerOf(await shop.call(listProducts, {}));
  return list.find(({ _id }) => _id === productId)?.status;
};

test('[4.8] ordering a phone marks it sold and lists the order with the server’s own data', async () => {
  const productId = await shop.product(seller, { name: 'iPhone 12', resalePriceCents: 21_050 });
  const lies = { productName: 'Yacht', price: 1, email: 'other@mail.com', buyerName: 'Nobody' };
  const { insertedId } = answerOf(await order(productId, buyer, lies));
  expect(await statusOf(productId)).toBe('Sold');
  const listed = answerOf(
    await shop.call(listOrders, { query: { email: buyer.email }, token: buyer.token }),
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
  });
});

test('of fifty people who order one phone at once, one gets it and the others read why not', async () => {
  const productId = await shop.product(seller);
  const crowd = await Promise.all(Array.from({ length: 50 }, () => shop.person('buyer')));
  const results = await Promise.all(crowd.map((one) => order(productId, one)));
  const codes = results.map(codeOf);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'product.sold')).toHaveLength(49);
  const live = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.productId, productId));
  expect(live).toHaveLength(1);
});

test('nobody orders their own phone, and it stays available', async () => {
  const productId = await shop.product(seller);
  expect(codeOf(await order(productId, seller))).toBe('product.own');
  expect(await statusOf(productId)).toBe('Available');
});

test('a refused order says acknowledged false and the reason as message', async () => {
  const productId = await shop.product(seller, { name: 'Mi 11' });
  answerOf(await order(productId));
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/orders',
    headers: { authorization: `Bearer ${buyer.token}` },
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

test('an unknown product, an empty place and a phone of letters are refused by name', async () => {
  const productId = await shop.product(seller);
  expect(codeOf(await order(newId()))).toBe('product.unknown');
  const blank = await order(productId, buyer, { location: '   ' });
  expect(blank).toMatchObject({ problem: { code: 'rule.broken', field: 'body.location' } });
  const letters = await order(productId, buyer, { phone: 'call me' });
  expect(letters).toMatchObject({ problem: { code: 'rule.broken', field: 'body.phone' } });
  const missing = await order(productId, buyer, { phone: undefined });
  expect(missing).toMatchObject({ problem: { code: 'request.invalid', field: 'body.phone' } });
  expect(await statusOf(productId)).toBe('Available');
});

test('a buyer holds at most ten unpaid orders, also when asking for many at once', async () => {
  const hoarder = await shop.person('buyer');
  const phones = await Promise.all(Array.from({ length: 13 }, () => shop.product(seller)));
  const codes = (await Promise.all(phones.map((id) => order(id, hoarder)))).map(codeOf);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(10);
  expect(codes.filter((code) => code === 'order.limit')).toHaveLength(3);
});

test('cancelling gives the phone back; a second time changes nothing', async () => {
  const productId = await shop.product(seller);
  const { insertedId } = answerOf(await order(productId));
  const cancel = () =>
    shop.call(cancelOrder, {
      params: { orderId: insertedId },
      body: { productId },
      token: buyer.token,
    });
  expect(answerOf(await cancel())).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await statusOf(productId)).toBe('Available');
  expect(answerOf(await cancel())).toEqual({ acknowledged: true, deletedCount: 0 });
  const events = await shop.db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, insertedId));
  expect(events.map(({ kind }) => kind)).toEqual(['order.placed', 'order.cancelled']);
});

test('an order is nobody else’s to see or cancel, except that an admin may see it', async () => {
  const productId = await shop.product(seller);
  const { insertedId } = answerOf(await order(productId));
  const other = await shop.person('buyer');
  const admin = await shop.person('admin');
  const see = (who: TestPerson) =>
    shop.call(getOrder, { params: { id: insertedId }, token: who.token });
  const cancel = (who: TestPerson, product = productId) =>
    shop.call(cancelOrder, {
      params: { orderId: insertedId },
      body: { productId: product },
      token: who.token,
    });
  expect(codeOf(await see(other))).toBe('order.unknown');
  expect(codeOf(await see(seller))).toBe('order.unknown');
  expect(codeOf(await see(admin))).toBe('ok');
  expect(codeOf(await cancel(other))).toBe('order.unknown');
  expect(codeOf(await cancel(admin))).toBe('order.unknown');
  expect(codeOf(await cancel(buyer, newId()))).toBe('order.unknown');
  expect(answerOf(await see(buyer)).isPaid).toBe(false);
  const list = await shop.call(listOrders, { query: { email: buyer.email }, token: other.token });
  expect(codeOf(list)).toBe('account.not-yours');
});

test('an order whose hold has run out gives its phone back', async () => {
  const productId = await shop.product(seller);
  const { insertedId } = answerOf(await order(productId));
  await shop.runJobs('expire-orders');
  expect(await statusOf(productId)).toBe('Sold');
  await shop.db
    .update(orders)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(orders.id, insertedId));
  await shop.runJobs('expire-orders');
  expect(await statusOf(productId)).toBe('Available');
});

test('the database itself refuses a second live order, a price change and a deletion', async () => {
  const productId = await shop.product(seller);
  const { insertedId } = answerOf(await order(productId));
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, insertedId));
  const second = shop.db
    .insert(orders)
    .values({ ...row, id: newId() } as typeof orders.$inferInsert);
  await expect(second).rejects.toMatchObject({ cause: { code: '23505' } });
  const cheaper = shop.db.update(orders).set({ priceCents: 1 }).where(eq(orders.id, insertedId));
  await expect(cheaper).rejects.toMatchObject({ cause: { code: '23514' } });
  const gone = shop.db.delete(orders).where(eq(orders.id, insertedId));
  await expect(gone).rejects.toMatchObject({ cause: { code: '23514' } });
});

test('a seller cannot delete a phone while an order on it is live', async () => {
  const productId = await shop.product(seller);
  answerOf(await order(productId));
  const deletion = await shop.call(deleteProduct, {
    params: { id: productId },
    token: seller.token,
  });
  expect(codeOf(deletion)).toBe('product.ordered');
});
