import * as contract from '@redial/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, resultCode, type TestApp, unwrap } from '../test-app.ts';
import { contact } from './fixtures.ts';
import { findViolations } from './invariants.ts';

/*
 * A listing that its seller has paused, right after it was read by everybody.
 */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(async () => expect(await findViolations(app.db)).toEqual([]));
afterAll(() => app.close());

describe('a paused listing', () => {
  const paths = ['', '/estimate', '/similar'].map(
    (path) => (id: string) => `/api/products/${id}${path}`,
  );
  const details = ['', '/device', '/self-test'].map(
    (path) => (id: string) => `/api/listings/${id}${path}`,
  );

  test('is in no response that was cached, also not after its seller has read it', async () => {
    const seller = await app.insertUser('seller');
    const id = await app.insertProduct(seller);
    const read = (url: string, token?: string) =>
      app.server.inject({
        url,
        headers: token ? { authorization: `Bearer ${token}` } : { 'if-none-match': '*' },
      });
    const urls = [...paths, ...details].map((path) => path(id));
    for (const url of urls) await read(url);
    unwrap(await app.call(contract.pauseProduct, { params: { id }, token: seller.token }));
    for (const url of urls) await read(url, seller.token);
    for (const url of urls) expect([url, (await read(url)).statusCode]).toEqual([url, 404]);
  });

  test('is neither ordered, bargained for, favourited nor written about', async () => {
    const seller = await app.insertUser('seller');
    const { token } = await app.insertUser('buyer');
    const id = await app.insertProduct(seller);
    unwrap(await app.call(contract.pauseProduct, { params: { id }, token: seller.token }));
    const params = { id };
    const codes = [
      await app.call(contract.placeOrder, { body: { ...contact, productId: id }, token }),
      await app.call(contract.makeOffer, { params, body: { ...contact, price: 200 }, token }),
      await app.call(contract.makeBlindOffer, {
        params,
        body: { ...contact, ceiling: 200 },
        token,
      }),
      await app.call(contract.openConversation, { body: { productId: id }, token }),
      await app.call(contract.addFavourite, { params: { listingId: id }, token }),
    ].map(resultCode);
    expect(codes).toEqual(codes.map(() => 'product.not-found'));
  });
});
