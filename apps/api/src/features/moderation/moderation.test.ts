import {
  listOrders,
  listProducts,
  listReportedProducts,
  placeOrder,
  reportProduct,
  resolveReport,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, codeOf, type TestApp, type TestPerson, testApp } from '../../../test/app.ts';
import { newId } from '../../platform/ids.ts';

let shop: TestApp;
let seller: TestPerson;
let buyer: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  shop = await testApp();
  seller = await shop.person('seller', { name: 'Rana' });
  buyer = await shop.person('buyer');
  admin = await shop.person('admin');
});
afterAll(() => shop.close());

const report = (id: string, who?: TestPerson) =>
  shop.call(reportProduct, { body: { _id: id }, ...(who ? { token: who.token } : {}) });
const reported = async () =>
  answerOf(await shop.call(listReportedProducts, { token: admin.token }));
const resolve = (id: string, keep?: boolean) =>
  shop.call(resolveReport, {
    params: { id },
    ...(keep === undefined ? {} : { query: { keep } }),
    token: admin.token,
  });
const listedIds = async () => answerOf(await shop.call(listProducts, {})).map(({ _id }) => _id);

test('anybody reports a product, each once, and the admin sees it once', async () => {
  const id = await shop.product(seller, { name: 'Mi 11', resalePriceCents: 19_999 });
  expect(codeOf(await report(id))).toBe('ok');
  expect(codeOf(await report(id))).toBe('product.reported');
  expect(codeOf(await report(id, buyer))).toBe('ok');
  expect(codeOf(await report(id, buyer))).toBe('product.reported');
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
    },
  ]);
});

test('only the product’s id is believed, an unknown one is 404, a sold one 409', async () => {
  const id = await shop.product(seller);
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/allproducts/report',
    payload: { _id: id, name: 'A lie', sellerEmail: 'lie@mail.com', resalePrice: -1 },
  });
  expect(answer.statusCode).toBe(200);
  expect((await reported()).find(({ _id }) => _id === id)?.name).not.toBe('A lie');
  expect(codeOf(await report(newId(), buyer))).toBe('product.unknown');
  const sold = await shop.product(seller);
  const body = { productId: sold, phone: '0612345678', location: 'Here' };
  answerOf(await shop.call(placeOrder, { body, token: buyer.token }));
  expect(codeOf(await report(sold, buyer))).toBe('product.sold');
});

test('taking a reported product down removes it from the market and from the reports', async () => {
  const id = await shop.product(seller);
  answerOf(await report(id));
  expect(answerOf(await resolve(id))).toEqual({ acknowledged: true, deletedCount: 1 });
  expect(await listedIds()).not.toContain(id);
  expect((await reported()).some(({ _id }) => _id === id)).toBe(false);
  expect(codeOf(await resolve(id))).toBe('report.unknown');
});

test('dismissing a report keeps the product, and it can be reported again', async () => {
  const id = await shop.product(seller);
  answerOf(await report(id));
  answerOf(await resolve(id, true));
  expect(await listedIds()).toContain(id);
  expect(codeOf(await report(id))).toBe('ok');
});

test('an unpaid order on a product that is taken down is closed', async () => {
  const id = await shop.product(seller);
  const person = await shop.person('buyer');
  answerOf(await report(id));
  const body = { productId: id, phone: '0612345678', location: 'Here' };
  answerOf(await shop.call(placeOrder, { body, token: person.token }));
  answerOf(await resolve(id));
  await shop.runJobs();
  const held = await shop.call(listOrders, { query: { email: person.email }, token: person.token });
  expect(answerOf(held)).toEqual([]);
  expect(await listedIds()).not.toContain(id);
});

test('only an admin sees and resolves reports', async () => {
  for (const who of [seller, buyer]) {
    expect(codeOf(await shop.call(listReportedProducts, { token: who.token }))).toBe(
      'role.forbidden',
    );
  }
  expect(codeOf(await shop.call(listReportedProducts, {}))).toBe('token.missing');
});
