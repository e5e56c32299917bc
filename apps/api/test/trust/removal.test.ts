import {
  addProduct,
  advertiseProduct,
  cancelOrder,
  deleteProduct,
  deleteUser,
  placeOrder,
} from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeOf, newProduct, type TestApp, testApp } from '../app.ts';
import { brokenInvariants } from './invariants.ts';
import { contact, picture } from './world.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
});
afterAll(() => shop.close());

test('who is removed while listing and ordering is left with no phone on offer and none held', async () => {
  const admin = await shop.person('admin');
  const other = await shop.person('seller');
  for (let round = 0; round < 20; round++) {
    const seller = await shop.person('seller');
    const buyer = await shop.person('buyer');
    const productId = await shop.product(other);
    const body = newProduct({ img: await picture(shop, seller) });
    const remove = (id: string) => shop.call(deleteUser, { params: { id }, token: admin.token });
    const list = () => shop.call(addProduct, { body, token: seller.token });
    await Promise.all([
      list(),
      list(),
      remove(seller.id),
      list(),
      shop.call(placeOrder, { body: { productId, ...contact }, token: buyer.token }),
      remove(buyer.id),
    ]);
    expect(await brokenInvariants(shop.db)).toEqual([]);
  }
});

test('a phone that is deleted or advertised while its order is cancelled is so, or one is told why not', async () => {
  const seller = await shop.person('seller');
  const buyer = await shop.person('buyer');
  const outcomes = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const id = await shop.product(seller);
    const body = { productId: id, ...contact };
    const order = answerOf(await shop.call(placeOrder, { body, token: buyer.token })).insertedId;
    const cancel = { params: { orderId: order }, body: { productId: id }, token: buyer.token };
    const own = { params: { id }, token: seller.token };
    const attempt = round % 2 ? deleteProduct : advertiseProduct;
    const results = await Promise.all([
      shop.call(cancelOrder, cancel),
      ...Array.from({ length: 6 }, async (_, turn) => {
        await new Promise((resolve) => setTimeout(resolve, turn));
        return shop.call(attempt, own);
      }),
    ]);
    const done = results.slice(1).some(({ ok }) => ok);
    const { rows } = await shop.db.execute(
      sql`select removed_at is not null as deleted, advertised from products where id = ${id}`,
    );
    expect(rows[0]?.[round % 2 ? 'deleted' : 'advertised']).toBe(done);
    for (const result of results) outcomes.add(codeOf(result));
  }
  expect(outcomes).toContain('ok');
  expect(outcomes).toContain('product.ordered');
});
