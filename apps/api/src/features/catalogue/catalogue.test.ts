import {
  listAdvertisedProducts,
  listCategoryProducts,
  listProducts,
  type ProductQuery,
} from '@redial/contract';
import type { LightMyRequestResponse } from 'fastify';
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
let verified: TestUser;
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller', { name: 'Rana', email: 'rana@mail.com' });
  verified = await app.insertUser('seller', { email: 'vera@mail.com' });
  await app.db.execute(`update users set verified = true where id = '${verified.id}'`);
  const phone = (name: string, cents: number, n: number, more: object = {}) =>
    app.insertProduct(seller, {
      name,
      resalePriceCents: cents,
      postedAt: day(n),
      description: 'As described.',
      ...more,
    });
  await phone('iPhone 13 Pro 128 GB, Sierra Blue', 50_000, 1, { purchaseYear: 2021 });
  await phone('iPhone 12 64 GB, Black', 25_000, 2, { condition: 'fair' });
  await phone('Galaxy S23 256 GB, Cream', 40_000, 3, { category: 'Samsung', advertised: true });
  await phone('Redmi Note 12, Ice Blue', 9_950, 4, { category: 'Xiaomi', status: 'Sold' });
  await phone('Mi 11, Horizon Blue', 12_000, 5, { category: 'Xiaomi', sellerId: verified.id });
  await phone('Paid phone', 12_000, 6, { status: 'Sold', isPaid: true, advertised: true });
  await phone('Removed phone', 12_000, 7, { removedAt: new Date() });
});
afterAll(() => app.close());

const names = async (query: ProductQuery = {}) =>
  unwrap(await app.call(listProducts, { query })).map(({ name }) => name.split(',')[0]);

test('a list without a limit has every listed product, newest first, and no paid or removed one', async () => {
  expect(await names()).toEqual([
    'Mi 11',
    'Redmi Note 12',
    'Galaxy S23 256 GB',
    'iPhone 12 64 GB',
    'iPhone 13 Pro 128 GB',
  ]);
});

test.each<ProductQuery['sort']>(['newest', 'price', '-price', 'relevance'])(
  'pages in order %s contain every product once and report the total',
  async (sort) => {
    const whole = await names({ ...(sort ? { sort } : {}) });
    const seen: (string | undefined)[] = [];
    let path: string | undefined = `/allproducts?limit=2&sort=${sort}`;
    for (let pages = 0; path && pages < 9; pages++) {
      const response: LightMyRequestResponse = await app.server.inject({ url: path });
      expect(response.headers['x-total-count']).toBe('5');
      seen.push(...response.json().map(({ name }: { name: string }) => name.split(',')[0]));
      path = /^<http:\/\/redial\.test([^>]+)>; rel="next"$/.exec(`${response.headers.link}`)?.[1];
    }
    expect(seen).toEqual(whole);
  },
);

test('filters combine', async () => {
  expect(await names({ brand: 'Xiaomi' })).toEqual(['Mi 11', 'Redmi Note 12']);
  expect(await names({ brand: 'Xiaomi', available: true })).toEqual(['Mi 11']);
  expect(await names({ verified: true })).toEqual(['Mi 11']);
  expect(await names({ condition: 'fair' })).toEqual(['iPhone 12 64 GB']);
  expect(await names({ minPrice: 99.5, maxPrice: 120 })).toEqual(['Mi 11', 'Redmi Note 12']);
  expect(await names({ minPrice: 99.51, maxPrice: 119.99 })).toEqual([]);
  expect(await names({ brand: 'Iphone', minYear: 2022 })).toEqual(['iPhone 12 64 GB']);
});

test.each([
  ['iphone 13 pro blu', 'iPhone 13 Pro 128 GB'],
  ['galxy s23', 'Galaxy S23 256 GB'],
  ['REDMI note', 'Redmi Note 12'],
])('a search for “%s” finds the %s first', async (q, expected) => {
  expect((await names({ q }))[0]).toBe(expected);
});

test('a search without matches returns an empty list, whatever characters it contains', async () => {
  for (const q of ['typewriter', "'; drop table products; --", '%_\\', '((', '\u202e']) {
    const result = await app.call(listProducts, { query: { q, limit: 10 } });
    expect(resultCode(result)).toBe('ok');
  }
  expect(await names({ q: 'typewriter' })).toEqual([]);
});

test('a category lists its own products, and an unknown category is 404', async () => {
  const list = unwrap(
    await app.call(listCategoryProducts, { params: { categoryName: 'Samsung' } }),
  );
  expect(list.map(({ category }) => category)).toEqual(['Samsung']);
  for (const categoryName of ['Nokia', 'samsung', '__proto__']) {
    const result = await app.call(listCategoryProducts, { params: { categoryName } });
    expect(resultCode(result)).toBe('category.not-found');
  }
});

test('only listed and advertised products are in the advertised list', async () => {
  const list = unwrap(await app.call(listAdvertisedProducts, {}));
  expect(list.map(({ name }) => name)).toEqual(['Galaxy S23 256 GB, Cream']);
});

test('the seller’s number and e-mail are masked in public lists for everybody', async () => {
  const buyer = await app.insertUser('buyer');
  const admin = await app.insertUser('admin');
  for (const token of [undefined, buyer.token, seller.token, admin.token]) {
    const [masked] = unwrap(
      await app.call(listProducts, { query: { brand: 'Samsung' }, ...(token ? { token } : {}) }),
    );
    expect(masked).toMatchObject({ number: '+• •••-•••-••42', sellerEmail: 'r•••@mail.com' });
    const streamed = await app.server.inject({
      url: '/allproducts',
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    expect(streamed.payload).not.toContain('555-0142');
    expect(streamed.payload).not.toContain('rana@mail.com');
  }
});

test('public responses can be revalidated and change with the catalogue; personal ones are not stored', async () => {
  for (const url of ['/allproducts', '/allproducts?limit=3', '/advertizedproduct?limit=3']) {
    const first = await app.server.inject({ url });
    const tag = `${first.headers.etag}`;
    expect(first.headers['cache-control']).toContain('public');
    const same = await app.server.inject({ url, headers: { 'if-none-match': tag } });
    expect(same.statusCode).toBe(304);
    await app.insertProduct(seller, { advertised: true });
    const changed = await app.server.inject({ url, headers: { 'if-none-match': tag } });
    expect(changed.statusCode).toBe(200);
  }
  const headers = { authorization: `Bearer ${seller.token}` };
  const personal = await app.server.inject({ url: '/allproducts?limit=3', headers });
  expect(personal.headers['cache-control']).toBe('private, no-store');
});

test('a cursor of another order or a malformed one is rejected with its field', async () => {
  const page = await app.server.inject({ url: '/allproducts?limit=2&sort=price' });
  const after = /after=([^&>]+)/.exec(`${page.headers.link}`)?.[1] ?? '';
  for (const query of [{ after, sort: 'newest' as const }, { after: 'x' }, { after: 'bnVsbA' }]) {
    const result = await app.call(listProducts, { query: { limit: 2, ...query } });
    expect(result).toMatchObject({ error: { code: 'request.invalid', field: 'query.after' } });
  }
});

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=-Infinity',
  'maxPrice=1e999',
  'sort=cheap',
  'minPrice=-1',
  'brand=Nokia',
])('a list with the query %s is rejected', async (query) => {
  expect((await app.server.inject({ url: `/allproducts?${query}` })).statusCode).toBe(400);
});

test.each(['2026', 'Sat Nov 21', '0000-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'])(
  'a cursor with a date in another format is rejected: %s',
  async (date) => {
    const cursor = JSON.stringify(['newest', date, '018f0000-0000-7000-8000-000000000000']);
    const after = Buffer.from(cursor).toString('base64url');
    const response = await app.server.inject({ url: `/allproducts?limit=2&after=${after}` });
    expect(response.statusCode).toBe(400);
    expect(response.json().field).toBe('query.after');
  },
);
