import {
  addProduct,
  changeListing,
  type Defect,
  editProduct,
  getListing,
  getOrderDetails,
  getProduct,
  listMyProducts,
  listProducts,
  listSales,
  placeOrder,
  setDefects,
  suggestProducts,
} from '@redial/contract';
import { eq, inArray } from 'drizzle-orm';
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
import { images, orders, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';

const texts = {
  name: 'Galaxy S23, 0171 2345678',
  description: 'Like new, 256 GB. Write to rana@mail.com',
  location: 'Lyon, t.me/rana',
};
const shown = {
  name: 'Galaxy S23, •••••',
  description: 'Like new, 256 GB. Write to •••••',
  location: 'Lyon, •••••',
};

let app: TestApp;
let seller: TestUser;
let img: string;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  const id = newId();
  await app.db.insert(images).values({ id, uploadedBy: seller.id, width: 960, height: 960 });
  img = `${publicUrl}/images/${id}-960.jpg`;
});
afterAll(() => app.close());

async function add(about: object = texts) {
  const body = newProductInput({ img, ...about });
  return unwrap(await app.call(addProduct, { body, token: seller.token })).insertedId;
}
const read = async (id: string) => unwrap(await app.call(getProduct, { params: { id } }));
async function own(id: string) {
  const query = { email: seller.email };
  const list = unwrap(await app.call(listMyProducts, { query, token: seller.token }));
  return list.find(({ _id }) => _id === id);
}

test('others read a listing without contact data, its seller as it was written', async () => {
  const id = await add();
  expect(await read(id)).toMatchObject(shown);
  expect(await read(id)).not.toHaveProperty('contactsHidden');
  expect(await own(id)).toMatchObject({ ...texts, contactsHidden: true });
});

test('contact data is not searched and not suggested', async () => {
  await add({ ...texts, name: 'Galaxy S24, 0172 9876543' });
  for (const q of ['9876543', 'rana@mail.com']) {
    expect(unwrap(await app.call(listProducts, { query: { q } }))).toEqual([]);
  }
  const suggested = unwrap(await app.call(suggestProducts, { query: { q: 'galaxy s24' } }));
  expect(JSON.stringify(suggested)).toContain('S24');
  expect(JSON.stringify(suggested)).not.toContain('9876543');
});

test('an order has the name without contact data', async () => {
  const productId = await add();
  const buyer = await app.insertUser('buyer');
  const body = { productId, phone: '+1 202-555-0199', location: 'Lyon' };
  const { insertedId } = unwrap(await app.call(placeOrder, { body, token: buyer.token }));
  const [order] = await app.db.select().from(orders).where(eq(orders.id, insertedId));
  expect(order?.productName).toBe(shown.name);
});

test('an edited text is filtered anew', async () => {
  const id = await add();
  const edit = async (about: object) =>
    unwrap(
      await app.call(editProduct, {
        params: { id },
        body: newProductInput({ img, ...about }),
        token: seller.token,
      }),
    );
  await edit({ ...texts, name: 'Galaxy S23', location: 'Lyon' });
  expect(await read(id)).toMatchObject({ ...shown, name: 'Galaxy S23', location: 'Lyon' });
  await edit({ name: 'Galaxy S23', description: 'Like new', location: 'Lyon' });
  expect(await read(id)).toMatchObject({ description: 'Like new' });
  expect(await own(id)).not.toHaveProperty('contactsHidden');
});

test('listings of before the filter are filtered by a job, once', async () => {
  const id = await app.insertProduct(seller, texts);
  const harmless = await app.insertProduct(seller, { name: 'Galaxy S23' });
  await app.db
    .update(products)
    .set({ written: null })
    .where(inArray(products.id, [id, harmless]));
  await app.runJobs('filter-listings');
  expect(await read(id)).toMatchObject(shown);
  expect(await own(id)).toMatchObject(texts);
  expect(await own(harmless)).not.toHaveProperty('contactsHidden');
  await app.runJobs('filter-listings');
  expect(await own(id)).toMatchObject(texts);
});

test('the name of a seller is shown without contact data', async () => {
  const named = await app.insertUser('seller', { name: 'Rana 0171 2345678' });
  const id = await app.insertProduct(named);
  expect(await read(id)).toMatchObject({ sellerName: 'Rana •••••' });
});

test('others read details and notes without contact data, the seller as they were written', async () => {
  const id = await add({});
  const { token } = seller;
  const params = { id };
  const note = 'call 0171 2345678';
  const defect: Defect = {
    part: 'back',
    kind: 'hairline',
    visibleFrom: 'closer-than-20cm',
    side: 'back',
    x: 0.5,
    y: 0.5,
    note,
  };
  unwrap(await app.call(setDefects, { params, body: { defects: [defect] }, token }));
  const details = async (reader: { token?: string } = {}) =>
    unwrap(await app.call(getListing, { params, ...reader }));
  expect(await details()).toMatchObject({ defects: [{ note: 'call •••••' }] });
  expect(await details({ token })).toMatchObject({ defects: [{ note }] });

  // The order of somebody who has not paid has a copy of them.
  const buyer = await app.insertUser('buyer', { name: 'Nora nora.x@mail-box.com' });
  const order = { productId: id, phone: '+1 202-555-0199', location: 'WhatsApp 202 555 0117' };
  const placed = unwrap(await app.call(placeOrder, { body: order, token: buyer.token }));
  const read = async (reader: TestUser) =>
    unwrap(
      await app.call(getOrderDetails, {
        params: { id: placed.insertedId },
        token: reader.token,
      }),
    );
  expect(await read(buyer)).toMatchObject({
    listing: { defects: [{ note: 'call •••••' }] },
    meetingLocation: order.location,
  });
  expect(await read(seller)).toMatchObject({
    buyer: { name: 'Nora •••••' },
    meetingLocation: 'WhatsApp •••••',
  });
  const { sales } = unwrap(await app.call(listSales, { query: {}, token }));
  expect(sales).toMatchObject([{ buyerName: 'Nora •••••' }, {}]);
});

test.each(['colour', 'carrier'])('the %s of a phone is no contact data', async (field) => {
  const id = await add({});
  const body = { networkLock: 'carrier-locked' as const, [field]: 'Blue 2025550117' };
  const changed = await app.call(changeListing, { params: { id }, body, token: seller.token });
  expect(resultCode(changed)).toBe('validation.failed');
});
