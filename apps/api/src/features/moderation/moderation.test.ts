import {
  deleteProduct,
  estimatePrice,
  listOrders,
  listProducts,
  listReportedProducts,
  placeOrder,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestApp,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { models, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let buyer: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller', { name: 'Rana' });
  buyer = await app.insertUser('buyer');
  admin = await app.insertUser('admin');
});
afterAll(() => app.close());

const report = (id: string, caller?: TestUser) =>
  app.call(reportProduct, { body: { _id: id }, ...(caller ? { token: caller.token } : {}) });
const reported = async () => unwrap(await app.call(listReportedProducts, { token: admin.token }));
const resolve = (id: string, keep?: boolean) =>
  app.call(resolveReport, {
    params: { id },
    ...(keep === undefined ? {} : { query: { keep } }),
    token: admin.token,
  });
const listedIds = async () => unwrap(await app.call(listProducts, {})).map(({ _id }) => _id);

test('everyone can report a product once, and it is listed once for admins', async () => {
  const id = await app.insertProduct(seller, { name: 'Mi 11', resalePriceCents: 19_999 });
  expect(resultCode(await report(id))).toBe('ok');
  expect(resultCode(await report(id))).toBe('product.already-reported');
  expect(resultCode(await report(id, buyer))).toBe('ok');
  expect(resultCode(await report(id, buyer))).toBe('product.already-reported');
  const rows = (await reported()).filter(({ _id }) => _id === id);
  expect(rows).toEqual([
    {
      _id: id,
      img: 'http://redial.test/images/018f0000-0000-7000-8000-000000000000-960.jpg',
      name: 'Mi 11',
      location: 'Lyon, France',
      sellerName: 'Rana',
      sellerEmail: seller.email,
      resalePrice: 199.99,
      status: 'Available',
      removed: false,
      earlierReports: 0,
    },
  ]);
});

test('a report uses only the product id; an unknown product is 404, a sold one 409', async () => {
  const id = await app.insertProduct(seller);
  const response = await app.server.inject({
    method: 'POST',
    url: '/allproducts/report',
    payload: { _id: id, name: 'A lie', sellerEmail: 'lie@mail.com', resalePrice: -1 },
  });
  expect(response.statusCode).toBe(200);
  expect((await reported()).find(({ _id }) => _id === id)?.name).not.toBe('A lie');
  expect(resultCode(await report(newId(), buyer))).toBe('product.not-found');
  const sold = await app.insertProduct(seller);
  const body = { productId: sold, phone: '0612345678', location: 'Here' };
  unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  expect(resultCode(await report(sold, buyer))).toBe('product.sold');
});

test('removing a reported product removes it from the catalogue and from the reports', async () => {
  const id = await app.insertProduct(seller);
  unwrap(await report(id));
  expect(unwrap(await resolve(id))).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await listedIds()).not.toContain(id);
  expect((await reported()).some(({ _id }) => _id === id)).toBe(false);
  expect(resultCode(await resolve(id))).toBe('report.not-found');
});

test('dismissing a report keeps the product, which can be reported again', async () => {
  const id = await app.insertProduct(seller);
  unwrap(await report(id));
  unwrap(await resolve(id, true));
  expect(await listedIds()).toContain(id);
  expect(resultCode(await report(id))).toBe('ok');
});

test('removing a reported product closes its unpaid order', async () => {
  const id = await app.insertProduct(seller);
  const user = await app.insertUser('buyer');
  unwrap(await report(id));
  const body = { productId: id, phone: '0612345678', location: 'Here' };
  unwrap(await app.call(placeOrder, { body, token: user.token }));
  unwrap(await resolve(id));
  await app.runJobs();
  const held = await app.call(listOrders, { query: { email: user.email }, token: user.token });
  expect(unwrap(held)).toEqual([]);
  expect(await listedIds()).not.toContain(id);
});

test('only admins can list and resolve reports', async () => {
  for (const caller of [seller, buyer]) {
    expect(resultCode(await app.call(listReportedProducts, { token: caller.token }))).toBe(
      'role.forbidden',
    );
  }
  expect(resultCode(await app.call(listReportedProducts, {}))).toBe('token.missing');
});

/** A seller whose reports no other test sees. */
async function createReportedSeller() {
  const owner = await app.insertUser('seller');
  const insert = (about: object = {}) => app.insertProduct(owner, { imageUrl: '/a.jpg', ...about });
  const remove = async (id: string) =>
    unwrap(await app.call(deleteProduct, { params: { id }, token: owner.token }));
  const own = async () =>
    (await reported())
      .filter(({ sellerEmail }) => sellerEmail === owner.email)
      .map(({ _id, removed, earlierReports }) => ({ _id, removed, earlierReports }));
  return { owner, insert, remove, own };
}

test('deleting a listing does not delete its reports', async () => {
  const { insert, remove, own } = await createReportedSeller();
  const id = await insert();
  unwrap(await report(id));
  await remove(id);
  expect(await own()).toEqual([{ _id: id, removed: true, earlierReports: 0 }]);
  unwrap(await resolve(id, true));
  expect(await own()).toEqual([]);
});

test.each([
  ['the same name', { name: 'IPHONE 13 128 GB, blue', imageUrl: '/b.jpg' }],
  ['the same image', { name: 'Another name' }],
])('the reports of a deleted listing are those of the next one with %s', async (_what, about) => {
  const { insert, remove, own } = await createReportedSeller();
  const first = await insert();
  unwrap(await report(first));
  await remove(first);
  const second = await insert(about);
  expect(await own()).toEqual([{ _id: second, removed: false, earlierReports: 0 }]);
  unwrap(await resolve(second));
  expect(await listedIds()).not.toContain(second);
  expect(await own()).toEqual([]);
});

test('earlier reports of a seller are counted, whatever was decided', async () => {
  const { insert, remove, own } = await createReportedSeller();
  const upheld = await insert({ name: 'One', imageUrl: '/1.jpg' });
  unwrap(await report(upheld));
  unwrap(await report(upheld, buyer));
  unwrap(await resolve(upheld));
  const dismissed = await insert({ name: 'Two', imageUrl: '/2.jpg' });
  unwrap(await report(dismissed));
  unwrap(await resolve(dismissed, true));
  await remove(dismissed);
  const current = await insert({ name: 'Three', imageUrl: '/3.jpg' });
  unwrap(await report(current));
  expect(await own()).toEqual([{ _id: current, removed: false, earlierReports: 3 }]);
});

test('another seller with the same phone does not get the reports', async () => {
  const { insert, remove, own } = await createReportedSeller();
  const first = await insert();
  unwrap(await report(first));
  await remove(first);
  const other = await createReportedSeller();
  await other.insert();
  expect(await own()).toEqual([{ _id: first, removed: true, earlierReports: 0 }]);
  expect(await other.own()).toEqual([]);
});

test('a suspiciously low price is reported by itself, once until it falls further', async () => {
  await app.runJobs('update-prices');
  const estimateOf = async (slug: string) =>
    unwrap(
      await app.call(estimatePrice, { body: { model: slug, storageGb: 128, condition: 'good' } }),
    );
  const { expected } = await estimateOf('galaxy-s24');
  const [model] = await app.db
    .select({ id: models.id })
    .from(models)
    .where(eq(models.slug, 'galaxy-s24'));
  const list = (dollars: number, about: object = {}) =>
    app.insertProduct(seller, {
      modelId: model?.id ?? null,
      storageGb: 128,
      condition: 'good',
      resalePriceCents: dollars * 100,
      ...about,
    });
  // 55 %, without the rounding error of 0.55.
  const limit = Math.ceil((55 * expected) / 100);
  const low = await list(limit - 1);
  const others = [
    await list(limit),
    await list(limit - 1, { status: 'Sold' }),
    await list(limit - 1, { hiddenReasons: ['paused'] }),
  ];
  const setTo = (dollars: number) =>
    app.db
      .update(products)
      .set({ resalePriceCents: dollars * 100 })
      .where(eq(products.id, low));
  const found = async () => {
    await app.runJobs('report-prices');
    await app.runJobs('report-prices');
    const all = await reported();
    expect(all.filter(({ _id }) => others.includes(_id))).toEqual([]);
    return all.find(({ _id }) => _id === low)?.suspiciousPrice;
  };
  expect(await found()).toEqual({ asked: limit - 1, expected });
  unwrap(await resolve(low, true));
  expect(await found()).toBeUndefined();
  await setTo(limit - 5);
  expect(await found()).toEqual({ asked: limit - 5, expected });
  // Corrected by the seller.
  await setTo(limit + 10);
  expect(await found()).toBeUndefined();
  await setTo(limit - 9);
  await Promise.all([app.runJobs('report-prices'), app.runJobs('report-prices')]);
  expect(await found()).toEqual({ asked: limit - 9, expected });
  unwrap(await resolve(low));
  expect(await listedIds()).not.toContain(low);
  expect(await found()).toBeUndefined();
});
