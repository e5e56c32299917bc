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
import { createTestApp, newProductInput, resultCode, type TestApp, unwrap } from '../test-app.ts';
import { contact, insertImage } from './fixtures.ts';
import { findViolations } from './invariants.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('a user who is removed while listing and ordering has no product on offer and no active order', async () => {
  const admin = await app.insertUser('admin');
  const other = await app.insertUser('seller');
  for (let round = 0; round < 20; round++) {
    const seller = await app.insertUser('seller');
    const buyer = await app.insertUser('buyer');
    const productId = await app.insertProduct(other);
    const body = newProductInput({ img: await insertImage(app, seller) });
    const remove = (id: string) => app.call(deleteUser, { params: { id }, token: admin.token });
    const list = () => app.call(addProduct, { body, token: seller.token });
    await Promise.all([
      list(),
      list(),
      remove(seller.id),
      list(),
      app.call(placeOrder, { body: { productId, ...contact }, token: buyer.token }),
      remove(buyer.id),
    ]);
    expect(await findViolations(app.db)).toEqual([]);
  }
});

test('deleting or advertising a product while its order is cancelled either succeeds or reports why not', async () => {
  const seller = await app.insertUser('seller');
  const buyer = await app.insertUser('buyer');
  const outcomes = new Set<string>();
  for (let round = 0; round < 60; round++) {
    const id = await app.insertProduct(seller);
    const body = { productId: id, ...contact };
    const order = unwrap(await app.call(placeOrder, { body, token: buyer.token })).insertedId;
    const cancel = { params: { orderId: order }, body: { productId: id }, token: buyer.token };
    const own = { params: { id }, token: seller.token };
    const attempt = round % 2 ? deleteProduct : advertiseProduct;
    const results = await Promise.all([
      app.call(cancelOrder, cancel),
      ...Array.from({ length: 6 }, async (_, turn) => {
        await new Promise((resolve) => setTimeout(resolve, turn));
        return app.call(attempt, own);
      }),
    ]);
    const done = results.slice(1).some(({ ok }) => ok);
    const { rows } = await app.db.execute(
      sql`select removed_at is not null as deleted, advertised from products where id = ${id}`,
    );
    expect(rows[0]?.[round % 2 ? 'deleted' : 'advertised']).toBe(done);
    for (const result of results) outcomes.add(resultCode(result));
  }
  expect(outcomes).toContain('ok');
  expect(outcomes).toContain('product.has-active-order');
});
