import {
  addProduct,
  advertiseProduct,
  deleteProduct,
  editProduct,
  getProduct,
  listAdvertisedProducts,
  listMyProducts,
  listProducts,
  type ProductChange,
  pauseProduct,
  placeOrder,
  resumeProduct,
  stopAdvertisingProduct,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
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
import { images, products } from '../../db/schema/index.ts';
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
    // Beyond the specification: those of the model that the name mentions.
    updates: { status: 'dated', until: '2028-02-17' },
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
  ['number', { number: 'abc' }],
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

test('a product that is no longer advertised leaves the list of advertised products', async () => {
  const { insertedId } = unwrap(await add());
  unwrap(await app.call(advertiseProduct, onProduct(insertedId, seller)));
  const stop = (who: TestUser) => app.call(stopAdvertisingProduct, onProduct(insertedId, who));
  expect(resultCode(await stop(other))).toBe('product.not-owner');
  expect(unwrap(await stop(seller)).modifiedCount).toBe(1);
  expect(unwrap(await stop(seller)).modifiedCount).toBe(0);
  const list = unwrap(await app.call(listAdvertisedProducts, {}));
  expect(list.some(({ _id }) => _id === insertedId)).toBe(false);
});

test('a seller changes every field of a product, and nothing else of it changes', async () => {
  const { insertedId } = unwrap(await add());
  const [before] = (await mine()).filter(({ _id }) => _id === insertedId);
  const changes = newProductInput({
    name: 'Redmi Note 12, Grey',
    img: await createImage(seller),
    originalPrice: 299.5,
    resalePrice: 120,
    number: '+33 6 99 88 77 66',
    location: 'Lyon, France',
    purchaseDate: 2022,
    yearsOfUse: '1 year',
    category: 'Xiaomi',
    condition: 'fair',
    description: 'One scratch on the back.',
  });
  const edit = (body: typeof changes, who = seller) =>
    app.call(editProduct, { ...onProduct(insertedId, who), body });
  expect(resultCode(await edit(changes, other))).toBe('product.not-owner');
  expect(await edit({ ...changes, number: 'abc' })).toMatchObject({
    error: { code: 'validation.failed', field: 'body.number' },
  });
  unwrap(await edit(changes));
  const [after] = (await mine()).filter(({ _id }) => _id === insertedId);
  // Another name mentions another model.
  expect(after).toEqual({ ...before, ...changes, updates: { status: 'unknown' } });
  const found = unwrap(await app.call(listProducts, { query: { q: 'redmi note 12' } }));
  expect(found.some(({ _id }) => _id === insertedId)).toBe(true);
});

test('fields that a change leaves out stay, with the contact data that others do not see', async () => {
  const description = 'Call +1 202-555-0142 before you come.';
  const { insertedId } = unwrap(await add({ description }));
  const read = async () => (await mine()).find(({ _id }) => _id === insertedId);
  const before = await read();
  const edit = (body: ProductChange) =>
    app.call(editProduct, { ...onProduct(insertedId, seller), body });
  unwrap(await edit({ resalePrice: 222 }));
  expect(await read()).toEqual({ ...before, resalePrice: 222 });
  expect(before).toMatchObject({ description, contactsHidden: true });
  expect(unwrap(await edit({})).modifiedCount).toBe(1);
  expect(await read()).toEqual({ ...before, resalePrice: 222 });
  await Promise.all([
    edit({ yearsOfUse: '2 years' }).then(unwrap),
    edit({ location: 'Lyon, France' }).then(unwrap),
  ]);
  expect(await read()).toEqual({
    ...before,
    resalePrice: 222,
    yearsOfUse: '2 years',
    location: 'Lyon, France',
  });
  expect(await edit({ name: ' ' })).toMatchObject({ error: { code: 'validation.failed' } });
});

test('a product keeps its image when other fields change, whichever host has it', async () => {
  const { insertedId } = unwrap(await add());
  const external = 'https://images.example/phone.jpg';
  await app.db.update(products).set({ imageUrl: external }).where(eq(products.id, insertedId));
  const edit = (about: object) =>
    app.call(editProduct, { ...onProduct(insertedId, seller), body: newProductInput(about) });
  unwrap(await edit({ img: external, name: 'Galaxy A54' }));
  expect((await mine()).find(({ _id }) => _id === insertedId)).toMatchObject({
    img: external,
    name: 'Galaxy A54',
  });
  expect(await edit({ img: 'https://images.example/other.jpg' })).toMatchObject({
    error: { field: 'body.img' },
  });
});

test('an ordered product cannot be changed', async () => {
  const { insertedId } = unwrap(await add());
  const buyer = await app.insertUser('buyer');
  const body = { productId: insertedId, phone: '+33 6 12 34 56 78', location: 'Gare de Lyon' };
  unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  const result = await app.call(editProduct, {
    ...onProduct(insertedId, seller),
    body: newProductInput({ img, resalePrice: 1 }),
  });
  expect(resultCode(result)).toBe('product.has-active-order');
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

test('a seller whose address has a plus sign can write it into the URL as it is', async () => {
  const { token, email } = await app.insertUser('seller', { email: 'rana+phones@mail.info' });
  const response = await app.server.inject({
    url: `/myproducts?email=${email}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.json()).toEqual([]);
});

test('a paused product is hidden from others until it is resumed', async () => {
  const { insertedId } = unwrap(await add());
  const input = { params: { id: insertedId }, token: seller.token };
  const offered = async () =>
    unwrap(await app.call(listProducts, {})).some(({ _id }) => _id === insertedId);
  const own = async () => (await mine()).find(({ _id }) => _id === insertedId);
  expect(resultCode(await app.call(pauseProduct, onProduct(insertedId, other)))).toBe(
    'product.not-owner',
  );
  expect(unwrap(await app.call(pauseProduct, input)).modifiedCount).toBe(1);
  expect(unwrap(await app.call(pauseProduct, input)).modifiedCount).toBe(0);
  expect(await offered()).toBe(false);
  expect(await own()).toMatchObject({ paused: true });
  const buyer = await app.insertUser('buyer');
  const seen = await app.call(getProduct, { params: { id: insertedId }, token: buyer.token });
  expect(resultCode(seen)).toBe('product.not-found');
  expect(unwrap(await app.call(resumeProduct, input)).modifiedCount).toBe(1);
  expect(unwrap(await app.call(resumeProduct, input)).modifiedCount).toBe(0);
  expect(await offered()).toBe(true);
  expect(await own()).not.toHaveProperty('paused');
});

test.each([
  [['lost', 'paused'], 'lost'],
  [['not-listable', 'review'], 'not-listable'],
  [['refunded', 'moderation'], 'moderation'],
  [['suspended', 'lost'], 'suspended'],
  [['paused', 'review'], undefined],
] as const)(
  'a seller reads why a phone is hidden: of %j it is %s',
  async (hiddenReasons, reason) => {
    const id = await app.insertProduct(seller, { hiddenReasons: [...hiddenReasons] });
    const own = (await mine()).find(({ _id }) => _id === id);
    expect(own?.hiddenReason).toBe(reason);
    expect(own?.paused).toBe(hiddenReasons.some((each) => each === 'paused') || undefined);
  },
);
