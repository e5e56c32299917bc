import {
  editProduct,
  getListing,
  getPricePlan,
  getProduct,
  type NewPricePlan,
  removePricePlan,
  setPrice,
  setPricePlan,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  resultCode,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { products } from '../../db/schema/index.ts';
import { lowerPrices } from './lower-prices.ts';

let app: TestApp;
let seller: TestUser;
let id: string;
let start: Date;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  start = new Date();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(start);
  id = await app.insertProduct(seller, { resalePriceCents: 34_500 });
});

const change = (resalePrice: number, who = seller) =>
  app.call(setPrice, { params: { id }, body: { resalePrice }, token: who.token });
const plan = (about: Partial<NewPricePlan> = {}) =>
  app.call(setPricePlan, {
    params: { id },
    body: { step: 20, intervalDays: 7, floor: 310, ...about },
    token: seller.token,
  });
const readPlan = async () =>
  unwrap(await app.call(getPricePlan, { params: { id }, token: seller.token })).plan;
const changes = async () => unwrap(await app.call(getListing, { params: { id } })).priceChanges;
const price = async () => unwrap(await app.call(getProduct, { params: { id } })).resalePrice;
const inDays = (days: number) => new Date(start.getTime() + days * 86_400_000);
/** Runs the job at another time; tokens are not valid then. */
const lowerPricesIn = async (days: number) => {
  app.setNow(inDays(days));
  await app.runJobs('lower-prices');
  app.setNow(inDays(0));
};

test('changes of the price are recorded and public, newest first', async () => {
  expect(await changes()).toEqual([]);
  expect(unwrap(await change(330)).modifiedCount).toBe(1);
  expect(unwrap(await change(330)).modifiedCount).toBe(0);
  const { img } = unwrap(await app.call(getProduct, { params: { id } }));
  const body = newProductInput({ img, resalePrice: 335.5 });
  unwrap(await app.call(editProduct, { params: { id }, body, token: seller.token }));
  expect(await changes()).toMatchObject([
    { from: 330, to: 335.5 },
    { from: 345, to: 330 },
  ]);
  expect(await price()).toBe(335.5);
});

test.each([0.99, 100_000.01, 12.345])('refuses a price of %d dollars', async (dollars) => {
  expect(await change(dollars)).toMatchObject({
    error: { code: 'validation.failed', field: 'body.resalePrice' },
  });
});

test('a plan lowers the price by its step, and ends at its floor', async () => {
  unwrap(await plan());
  await lowerPricesIn(0);
  expect(await price()).toBe(345);
  await lowerPricesIn(7);
  await lowerPricesIn(7);
  expect(await price()).toBe(325);
  expect((await readPlan())?.nextAt).toBe(inDays(14).toISOString());
  // One step, however many intervals have passed.
  await lowerPricesIn(60);
  expect(await price()).toBe(310);
  expect(await readPlan()).toBeNull();
  expect(await changes()).toEqual([
    { from: 325, to: 310, changedAt: inDays(60).toISOString() },
    { from: 345, to: 325, changedAt: inDays(7).toISOString() },
  ]);
});

test('a plan ends where its seller sets the price to its floor or below', async () => {
  unwrap(await plan({ floor: 310 }));
  unwrap(await change(310.01));
  expect(await readPlan()).not.toBeNull();
  unwrap(await change(310));
  expect(await readPlan()).toBeNull();
  unwrap(await change(345));
  unwrap(await plan({ floor: 310 }));
  const { img } = unwrap(await app.call(getProduct, { params: { id } }));
  const body = newProductInput({ img, resalePrice: 250 });
  unwrap(await app.call(editProduct, { params: { id }, body, token: seller.token }));
  expect(await readPlan()).toBeNull();
});

test('a price that a plan lowers stays lowered when the seller changes something else', async () => {
  unwrap(await plan());
  await lowerPricesIn(7);
  const body = { description: 'The battery is new.' };
  unwrap(await app.call(editProduct, { params: { id }, body, token: seller.token }));
  expect(await price()).toBe(325);
  expect(await readPlan()).not.toBeNull();
});

test('the price of a phone that is not on offer stays', async () => {
  unwrap(await plan());
  const set = (about: Partial<typeof products.$inferInsert>) =>
    app.db.update(products).set(about).where(eq(products.id, id));
  await set({ hiddenReasons: ['paused'] });
  await lowerPricesIn(8);
  await set({ hiddenReasons: [], status: 'Sold' });
  await lowerPricesIn(8);
  expect(await price()).toBe(345);
  await set({ status: 'Available' });
  await lowerPricesIn(8);
  expect(await price()).toBe(325);
});

test('two runs at the same time lower a price once', async () => {
  unwrap(await plan({ floor: 1 }));
  app.setNow(inDays(7));
  await Promise.all([lowerPrices(app.deps), lowerPrices(app.deps)]);
  expect(await price()).toBe(325);
});

test.each<[Partial<NewPricePlan>, string, string]>([
  [{ step: 0.5 }, 'step', 'The step is at least $1'],
  [{ intervalDays: 0 }, 'intervalDays', '1 to 90 days'],
  [{ intervalDays: 91 }, 'intervalDays', '1 to 90 days'],
  [{ floor: 345 }, 'floor', 'below the price of $345'],
  [{ floor: 0.2 }, 'floor', 'at least $1'],
])('refuses a plan with %j', async (about, field, sentence) => {
  const result = await plan(about);
  expect(result).toMatchObject({ error: { code: 'validation.failed', field: `body.${field}` } });
  expect(!result.ok && result.error.message).toContain(sentence);
});

test('a plan is removed; the same plan again does not delay its next step', async () => {
  expect(unwrap(await plan()).modifiedCount).toBe(1);
  app.setNow(inDays(0.01));
  expect(unwrap(await plan()).modifiedCount).toBe(0);
  expect(await readPlan()).toEqual({
    step: 20,
    intervalDays: 7,
    floor: 310,
    nextAt: inDays(7).toISOString(),
  });
  const remove = () => app.call(removePricePlan, { params: { id }, token: seller.token });
  expect(unwrap(await remove()).deletedCount).toBe(1);
  expect(unwrap(await remove()).deletedCount).toBe(0);
  expect(await readPlan()).toBeNull();
});

test('price and plan are the seller’s own', async () => {
  const other = await app.insertUser('seller');
  expect(resultCode(await change(300, other))).toBe('product.not-owner');
  expect(resultCode(await app.call(getPricePlan, { params: { id }, token: other.token }))).toBe(
    'product.not-owner',
  );
  await app.db.update(products).set({ status: 'Sold' }).where(eq(products.id, id));
  expect(resultCode(await change(300))).toBe('product.has-active-order');
  expect(resultCode(await plan())).toBe('product.has-active-order');
});
