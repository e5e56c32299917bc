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
  createTestApp,
  newProductInput,
  publicUrl,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { images } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

let app: TestApp;
let seller: TestUser;
let other: TestUser;
let img: string;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller', { name: 'Rana' });
  other = await app.insertUser('seller');
  img = await createImage(seller);
});
afterAll(() => app.close());

async function createImage(of: TestUser): Promise<string> {
  const id = newId();
  await app.db.insert(images).values({ id, uploadedBy: of.id, width: 960, height: 960 });
  return `${publicUrl}/images/${id}-960.jpg`;
}
const add = (about: object = {}, who = seller) =>
  app.call(addProduct, { body: newProductInput({ img, ...about }), token: who.token });
const mine = async (who = seller) =>
  unwrap(await app.call(listMyProducts, { query: { email: who.email }, token: who.token }));
const onProduct = (id: string, who: TestUser) => ({ params: { id }, token: who.token });

test('[4.7, 9.9] a new product has the seller’s fields and the server’s own', async () => {
  const lies = { varified: true, advertised: true, status: 'Sold', isPaid: true, sellerName: 'X' };
  const { insertedId } = unwrap(await add(lies));
  const [listed] = (await mine()).filter(({ _id }) => _id === insertedId);
  const { postDate, ...rest } = listed ?? { postDate: '' };
  expect(rest).toEqual({
    ...newProductInput({ img }),
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
  ['name', { name: 'iPhone 12\r\nBcc: victim@mail.com' }],
  ['location', { location: 'Lyon\nhttps://evil.example' }],
  ['number', { number: '+33 6\u0000' }],
  ['description', { description: ' \n ' }],
  ['img', { img: 'https://elsewhere.example/x.jpg' }],
  ['img', { img: 'javascript:alert(1)' }],
])('a listing with an invalid %s is refused with the field: %o', async (field, about) => {
  const before = (await mine()).length;
  expect(await add(about)).toMatchObject({
    error: { code: 'validation.failed', status: 422, field: `body.${field}` },
  });
  expect(await mine()).toHaveLength(before);
});

test.each([
  ['category', { category: 'Nokia' }],
  ['condition', { condition: 'mint' }],
  ['yearsOfUse', { yearsOfUse: 3 }],
  ['purchaseDate', { purchaseDate: '2023' }],
  ['resalePrice', { resalePrice: '10' }],
])('a listing with a malformed %s is refused with the field: %o', async (field, about) => {
  expect(await add(about)).toMatchObject({
    error: { code: 'request.invalid', status: 400, field: `body.${field}` },
  });
});

test('an image that another user uploaded cannot be used', async () => {
  expect(await add({ img: await createImage(other) })).toMatchObject({
    error: { code: 'validation.failed', field: 'body.img' },
  });
});

test('an advertised product is in the list of advertised products, once', async () => {
  const { insertedId } = unwrap(await add());
  const advertise = (who: TestUser) => app.call(advertiseProduct, onProduct(insertedId, who));
  expect(resultCode(await advertise(other))).toBe('product.not-owner');
  expect(unwrap(await advertise(seller)).modifiedCount).toBe(1);
  expect(unwrap(await advertise(seller)).modifiedCount).toBe(0);
  const list = unwrap(await app.call(listAdvertisedProducts, {}));
  expect(list.filter(({ _id }) => _id === insertedId)).toHaveLength(1);
});

test('a deleted product is in no list, and only its seller can delete it', async () => {
  const { insertedId } = unwrap(await add());
  const remove = (who: TestUser) => app.call(deleteProduct, onProduct(insertedId, who));
  expect(resultCode(await remove(other))).toBe('product.not-owner');
  expect(unwrap(await remove(seller)).deletedCount).toBe(1);
  expect(resultCode(await remove(seller))).toBe('product.not-found');
  expect((await mine()).some(({ _id }) => _id === insertedId)).toBe(false);
  const all = unwrap(await app.call(listProducts, {}));
  expect(all.some(({ _id }) => _id === insertedId)).toBe(false);
});

test('only the seller and admins can read a seller’s list', async () => {
  const admin = await app.insertUser('admin');
  const buyer = await app.insertUser('buyer');
  const list = (who: TestUser) =>
    app.call(listMyProducts, { query: { email: seller.email }, token: who.token });
  expect(resultCode(await list(admin))).toBe('ok');
  expect(resultCode(await list(other))).toBe('account.not-owner');
  expect(resultCode(await list(buyer))).toBe('role.forbidden');
});
