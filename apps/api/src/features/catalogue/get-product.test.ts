import {
  addFavourite,
  deleteUser,
  getProduct,
  listFavourites,
  listSimilarProducts,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller', { name: 'Rana', email: 'rana@mail.com' });
  await app.db.execute(
    `update users set created_at = '2024-03-09T10:00:00Z' where id = '${seller.id}'`,
  );
});
afterAll(() => app.close());

const read = async (id: string, token?: string) =>
  app.call(getProduct, { params: { id }, ...(token ? { token } : {}) });
const similarTo = async (id: string) =>
  unwrap(await app.call(listSimilarProducts, { params: { id } })).map(({ name }) => name);

test('a product is public, with the date its seller joined and the seller’s contact masked', async () => {
  const id = await app.insertProduct(seller, { name: 'iPhone 12 64 GB, Black' });
  expect(unwrap(await read(id))).toMatchObject({
    _id: id,
    name: 'iPhone 12 64 GB, Black',
    sellerName: 'Rana',
    sellerSince: '2024-03-09T10:00:00.000Z',
    number: '+• •••-•••-••42',
    sellerEmail: 'r•••@mail.com',
  });
  expect(unwrap(await read(id, seller.token))).toEqual(unwrap(await read(id)));
});

test('sold and paid products keep their page; removed and unknown ones are 404', async () => {
  const sold = await app.insertProduct(seller, { status: 'Sold' });
  const paid = await app.insertProduct(seller, { status: 'Sold', isPaid: true });
  const removed = await app.insertProduct(seller, { removedAt: new Date() });
  expect(unwrap(await read(sold))).toMatchObject({ status: 'Sold', isPaid: false });
  expect(unwrap(await read(paid))).toMatchObject({ status: 'Sold', isPaid: true });
  for (const id of [removed, '018f0000-0000-7000-8000-000000000000']) {
    expect(resultCode(await read(id))).toBe('product.not-found');
    const similar = await app.call(listSimilarProducts, { params: { id } });
    expect(resultCode(similar)).toBe('product.not-found');
  }
  expect((await app.server.inject({ url: '/api/products/no-uuid' })).statusCode).toBe(400);
});

test('a sold phone says nothing about a seller whose account was deleted', async () => {
  const leaver = await app.insertUser('seller', {
    name: 'Nora Lindqvist',
    email: 'nora.lindqvist@mail.com',
  });
  await app.db.execute(`update users set verified = true where id = '${leaver.id}'`);
  const id = await app.insertProduct(leaver, { status: 'Sold', isPaid: true });
  const admin = await app.insertUser('admin');
  const buyer = await app.insertUser('buyer');
  unwrap(await app.call(addFavourite, { params: { listingId: id }, token: buyer.token }));
  expect(unwrap(await read(id)).seller).toMatchObject({ _id: leaver.id });
  unwrap(await app.call(deleteUser, { params: { id: leaver.id }, token: admin.token }));
  const product = unwrap(await read(id));
  const { favourites } = unwrap(await app.call(listFavourites, { query: {}, token: buyer.token }));
  for (const shown of [product, favourites[0]?.product]) {
    expect(shown).toMatchObject({
      sellerName: 'Deleted account',
      sellerEmail: '',
      varified: false,
      number: '',
    });
  }
  expect(product.seller).toBeNull();
  expect(JSON.stringify([product, favourites])).not.toMatch(/nora|lindqvist/i);
});

test('similar products are of the same brand and available, the closest in name and price first, at most eight', async () => {
  const phone = (name: string, dollars: number, about: object = {}) =>
    app.insertProduct(seller, {
      name,
      resalePriceCents: dollars * 100,
      category: 'Samsung',
      ...about,
    });
  const one = await phone('Galaxy S23 128 GB, Cream', 400);
  await phone('Galaxy S23 256 GB, Lavender', 460);
  await phone('Galaxy A14 64 GB, Black', 390);
  await phone('Galaxy S23 128 GB, Green', 2_000);
  await phone('Galaxy S23 128 GB, Sold', 400, { status: 'Sold' });
  await phone('Galaxy S23 128 GB, Gone', 400, { removedAt: new Date() });
  await phone('Galaxy S23 128 GB, of another brand', 400, { category: 'Xiaomi' });
  expect(await similarTo(one)).toEqual([
    'Galaxy S23 256 GB, Lavender',
    'Galaxy A14 64 GB, Black',
    'Galaxy S23 128 GB, Green',
  ]);
  for (let n = 0; n < 9; n++) await phone(`Galaxy S22 128 GB, number ${n}`, 300 + n);
  expect(await similarTo(one)).toHaveLength(8);
});

test('the public response for a product can be revalidated and changes with it; personal ones are not stored', async () => {
  const id = await app.insertProduct(seller);
  for (const url of [`/api/products/${id}`, `/api/products/${id}/similar`]) {
    const first = await app.server.inject({ url });
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const tag = `${first.headers.etag}`;
    const again = await app.server.inject({ url, headers: { 'if-none-match': tag } });
    expect(again.statusCode).toBe(304);
    const headers = { authorization: `Bearer ${seller.token}` };
    const personal = await app.server.inject({ url, headers });
    expect(personal.headers['cache-control']).toBe('private, no-store');
  }
  const url = `/api/products/${id}`;
  const before = await app.server.inject({ url });
  await app.db.execute(`update products set status = 'Sold' where id = '${id}'`);
  const after = await app.server.inject({
    url,
    headers: { 'if-none-match': `${before.headers.etag}` },
  });
  expect(after.json()).toMatchObject({ status: 'Sold' });
});
