import { addProduct, deleteUser, placeOrder } from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProduct, type TestApp, testApp } from '../app.ts';
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
