import * as contract from '@redial/contract';
import { expect, test } from 'vitest';
import { createTestApp, unwrap } from '../../test/test-app.ts';

test('public reads may be moved to a standby, nothing else', async () => {
  let reads = 0;
  const app = await createTestApp({
    replicas: {
      read: (work) => {
        reads++;
        return work();
      },
    },
  });
  const seller = await app.insertUser('seller');
  const productId = await app.insertProduct(seller);
  unwrap(await app.call(contract.listProducts, { query: { limit: 5 } }));
  unwrap(await app.call(contract.getProduct, { params: { id: productId } }));
  expect(reads).toBe(2);
  const { token, email } = await app.insertUser('buyer');
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  unwrap(await app.call(contract.placeOrder, { body, token }));
  unwrap(await app.call(contract.listOrders, { query: { email }, token }));
  expect(reads).toBe(2);
  await app.close();
});
