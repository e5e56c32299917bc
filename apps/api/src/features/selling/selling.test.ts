import {
  addProduct,
  advertiseProduct,
  deleteProduct,
  listAdvertisedProducts,
  listMyProducts,
  listProducts,
} from '@redial/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerOf,
  codeOf,
  newProduct,
  publicUrl,
  type TestApp,
  type TestPerson,
  testApp,
} from '../../../test/app.ts';
import { images } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let shop: TestApp;
let seller: TestPerson;
let other: TestPerson;
let img: string;

beforeAll(async () => {
  shop = await testApp();
  seller = await shop.person('seller', { name: 'Rana' });
  other = await shop.person('seller');
  img = await picture(seller);
});
afterAll(() => shop.close());

async function picture(of: TestPerson): Promise<string> {
  const id = newId();
  await shop.db.insert(images).values({ id, uploadedBy: of.id, width: 960, height: 960 });
  return `${publicUrl}/images/${id}-960.jpg`;
}
const add = (about: object = {}, who = seller) =>
  shop.call(addProduct, { body: newProduct({ img, ...about }), token: who.token });
const mine = async (who = seller) =>
  answerOf(await shop.call(listMyProducts, { query: { email: who.email }, token: who.token }));
const onProduct = (id: string, who: TestPerson) => ({ params: { id }, token: who.token });

test('[4.7, 9.9] a listed phone carries what the seller said, and what only the server says', async () => {
  const lies = { varified: true, advertised: true, status: 'Sold', isPaid: true, sellerName: 'X' };
  const { insertedId } = answerOf(await add(lies));
  const [listed] = (await mine()).filter(({ _id }) => _id === insertedId);
  const { postDate, ...rest } = listed ?? { postDate: '' };
  expect(rest).toEqual({
    ...newProduct({ img }),
    _id: insertedId,
    sellerName: 'Rana',
    sellerEmail: seller.email,
    varified: false,
    status: 'Available',
    advertised: false,
    isPaid: false,
  });
  expect(Date.now() - Date.parse(postDate)).toBeLessThan(60_000);
});

test.each([
  ['resalePrice', { resalePrice: 0.5 }],
  ['resalePrice', { resalePrice: 100_000.01 }],
  ['resalePrice', { resalePrice: 12.345 }],
  ['originalPrice', { originalPrice: 0 }],
  ['purchaseDate', { purchaseDate: 1999 }],
  ['purchaseDate', { purchaseDate: new Date().getUTCFullYear() + 1 }],
  ['yearsOfUse', { yearsOfUse: '31 years' }],
  ['name', { name: '   ' }],
  ['description', { description: ' \n ' }],
  ['img', { img: 'https://elsewhere.example/x.jpg' }],
  ['img', { img: 'javascript:alert(1)' }],
])('a listing with a bad %s is refused by name: %o', async (field, about) => {
  const before = (await mine()).length;
  expect(await add(about)).toMatchObject({
    problem: { code: 'rule.broken', status: 422, field: `body.${field}` },
  });
  expect(await mine()).toHaveLength(before);
});

test.each([
  ['category', { category: 'Nokia' }],
  ['condition', { condition: 'mint' }],
  ['yearsOfUse', { yearsOfUse: 3 }],
  ['purchaseDate', { purchaseDate: '2023' }],
  ['resalePrice', { resalePrice: '10' }],
])('a listing with a malformed %s is refused by name: %o', async (field, about) => {
  expect(await add(about)).toMatchObject({
    problem: { code: 'request.invalid', status: 400, field: `body.${field}` },
  });
});

test('a picture that somebody else uploaded cannot be used', async () => {
  expect(await add({ img: await picture(other) })).toMatchObject({
    problem: { code: 'rule.broken', field: 'body.img' },
  });
});

test('advertising shows the phone among the advertised ones, once', async () => {
  const { insertedId } = answerOf(await add());
  const advertise = (who: TestPerson) => shop.call(advertiseProduct, onProduct(insertedId, who));
  expect(codeOf(await advertise(other))).toBe('product.not-yours');
  expect(answerOf(await advertise(seller)).modifiedCount).toBe(1);
  expect(answerOf(await advertise(seller)).modifiedCount).toBe(0);
  const list = answerOf(await shop.call(listAdvertisedProducts, {}));
  expect(list.filter(({ _id }) => _id === insertedId)).toHaveLength(1);
});

test('a deleted phone is gone from every list, and only its seller can delete it', async () => {
  const { insertedId } = answerOf(await add());
  const remove = (who: TestPerson) => shop.call(deleteProduct, onProduct(insertedId, who));
  expect(codeOf(await remove(other))).toBe('product.not-yours');
  expect(answerOf(await remove(seller)).deletedCount).toBe(1);
  expect(codeOf(await remove(seller))).toBe('product.unknown');
  expect((await mine()).some(({ _id }) => _id === insertedId)).toBe(false);
  const all = answerOf(await shop.call(listProducts, {}));
  expect(all.some(({ _id }) => _id === insertedId)).toBe(false);
});

test('a seller’s list is for that seller and for admins', async () => {
  const admin = await shop.person('admin');
  const buyer = await shop.person('buyer');
  const list = (who: TestPerson) =>
    shop.call(listMyProducts, { query: { email: seller.email }, token: who.token });
  expect(codeOf(await list(admin))).toBe('ok');
  expect(codeOf(await list(other))).toBe('account.not-yours');
  expect(codeOf(await list(buyer))).toBe('role.forbidden');
});
