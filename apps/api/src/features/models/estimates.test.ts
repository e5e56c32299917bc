import {
  changeListing,
  estimatePrice,
  estimateProduct,
  getModel,
  getPriceHistory,
  placeOrder,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newProductInput, unwrap } from '../../../test/test-app.ts';
import { models, orders, payments, products } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { createModelsFixture, type ModelsFixture } from './models.fixture.ts';
import { recordSales } from './record-sales.ts';

let app: ModelsFixture;

beforeAll(async () => {
  app = await createModelsFixture();
});
beforeEach(() => app.resetClock());
afterAll(() => app.close());

test('an estimate without sales comes from the curve, and says so', async () => {
  const result = await app.call(estimatePrice, {
    body: { model: 'galaxy-s24', condition: 'good', price: 150 },
  });
  expect(result).toMatchObject({
    ok: true,
    value: { basis: 'curve', comparables: 0, label: 'great' },
  });
});

test('an estimate with five sales comes from them; older ones do not count', async () => {
  await app.sell('galaxy-s22', [200, 210, 220, 230, 240]);
  await app.sell('galaxy-s22', [400, 400, 400], { soldOn: '2026-08-23' });
  const body = { model: 'galaxy-s22', storageGb: 128, condition: 'good' } as const;
  expect(await app.call(estimatePrice, { body: { ...body, price: 231 } })).toMatchObject({
    value: {
      basis: 'sales',
      comparables: 5,
      low: 210,
      expected: 220,
      high: 230,
      label: 'high',
    },
  });
  // Suspiciously low is not praised.
  const low = await app.call(estimatePrice, { body: { ...body, price: 100 } });
  expect(low.ok && low.value.label).toBeUndefined();
  // The eighth sale falls into the 90 days.
  app.setNow(new Date('2026-11-21T10:00:00Z'));
  expect(await app.call(estimatePrice, { body })).toMatchObject({ value: { comparables: 8 } });
});

test('the estimate of a product follows its details and explains its price to the cent', async () => {
  const id = await app.add({
    name: 'Galaxy S24 Ultra 512 GB',
    category: 'Samsung',
    resalePrice: 520,
  });
  const explain = async () => unwrap(await app.call(estimateProduct, { params: { id } }));
  const before = await explain();
  const body = {
    model: 'galaxy-s24-ultra',
    storageGb: 512,
    condition: newProductInput({}).condition,
    price: 520,
  };
  expect(before).toEqual(unwrap(await app.call(estimatePrice, { body })));
  unwrap(
    await app.call(changeListing, {
      params: { id },
      body: { networkLock: 'carrier-locked' },
      token: app.seller.token,
    }),
  );
  const locked = await explain();
  expect(locked.expected).toBeLessThan(before.expected);
  const cents = locked.contributions.map(({ amount }) => Math.round(amount * 100));
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(locked.expected * 100);
});

test('nothing is estimated for a product without a model, and a hidden one is not found', async () => {
  const unknown = await app.add({ name: 'Nokia 3310', category: 'Xiaomi' });
  expect(await app.call(estimateProduct, { params: { id: unknown } })).toMatchObject({
    ok: false,
    error: { code: 'estimate.no-data' },
  });
  const id = await app.add({ name: 'Galaxy S25 128 GB', category: 'Samsung', resalePrice: 480 });
  await app.db
    .update(products)
    .set({ hiddenReasons: ['paused'] })
    .where(eq(products.id, id));
  const byVisitor = await app.call(estimateProduct, { params: { id } });
  expect(!byVisitor.ok && byVisitor.error.code).toBe('product.not-found');
  const bySeller = await app.call(estimateProduct, { params: { id }, token: app.seller.token });
  expect(bySeller.ok).toBe(true);
  await app.db.delete(products).where(eq(products.id, id));
});

test('a model page has offers, estimate, forecast and time to sell', async () => {
  await app.add({ name: 'Galaxy S25 128 GB', category: 'Samsung', resalePrice: 480 });
  await app.add({ name: 'Galaxy S25 256 GB', category: 'Samsung', resalePrice: 450 });
  await app.sell('galaxy-s25', [460], { daysListed: 4 });
  await app.sell('galaxy-s25', [470], { daysListed: 9 });
  const result = await app.call(getModel, { params: { slug: 'galaxy-s25' } });
  if (!result.ok) throw new Error(result.error.message);
  const { offers, fromPrice, estimate, band, forecast, medianDaysToSell } = result.value;
  expect({ offers, fromPrice, medianDaysToSell }).toEqual({
    offers: 2,
    fromPrice: 450,
    medianDaysToSell: 7,
  });
  expect(band?.expected).toBe(estimate);
  const values = [estimate ?? 0, ...forecast.map(({ expected }) => expected)];
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  expect(forecast.map(({ months }) => months)).toEqual([12, 24]);
});

test('a model without a launch price and without sales has no numbers', async () => {
  const id = await app.modelId('xiaomi-15t');
  await app.db.update(models).set({ launchPriceCents: null }).where(eq(models.id, id));
  const result = await app.call(getModel, { params: { slug: 'xiaomi-15t' } });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value).not.toHaveProperty('estimate');
  expect(result.value).not.toHaveProperty('costPerMonth');
  expect(result.value).toMatchObject({ forecast: [], offers: 0 });
});

test('the price history has a median per month, also by condition', async () => {
  await app.sell('iphone-12', [300, 320, 340], { soldOn: '2026-10-31' });
  await app.sell('iphone-12', [200], { soldOn: '2026-10-01', condition: 'fair' });
  await app.sell('iphone-12', [500], { soldOn: '2024-12-01' });
  await app.sell('iphone-12', [900], { soldOn: '2024-11-30' });
  expect(await app.call(getPriceHistory, { params: { slug: 'iphone-12' } })).toMatchObject({
    value: [
      { month: '2024-12', sales: 1, median: 500, byCondition: { good: 500 } },
      { month: '2026-10', sales: 4, median: 310, byCondition: { good: 320, fair: 200 } },
    ],
  });
});

/** An order of 23:30 UTC that is completed. */
async function completeOrder(): Promise<string> {
  const buyer = await app.insertUser('buyer');
  const id = await app.add({
    name: 'iPhone XR 64 GB, Blue',
    category: 'Iphone',
    resalePrice: 150,
    condition: 'good',
  });
  const placed = await app.call(placeOrder, {
    body: { productId: id, phone: '+1 202-555-0117', location: 'Porto' },
    token: buyer.token,
  });
  const orderId = unwrap(placed).insertedId;
  const paymentId = newId();
  await app.db.insert(payments).values({
    id: paymentId,
    provider: 'sandbox',
    orderId,
    buyerId: buyer.id,
    amountCents: 15_000,
    state: 'succeeded',
  });
  await app.db.execute(sql`
    update orders set state = 'paid', paid_payment_id = ${paymentId}, placed_at = '2026-11-24T23:30Z'
    where id = ${orderId}`);
  await recordSales(app.db);
  expect(await salesOf(orderId)).toEqual([]);
  await setState(orderId, 'completed');
  return orderId;
}

async function setState(orderId: string, state: 'completed' | 'refunded'): Promise<void> {
  await app.database.executeAsOwner('alter table orders disable trigger enforce_order_transition');
  await app.db.execute(sql`update orders set state = ${state} where id = ${orderId}`);
  await app.database.executeAsOwner('alter table orders enable trigger enforce_order_transition');
}

const salesOf = async (orderId: string) =>
  (
    await app.db.execute(sql`
      select storage_gb as gb, price_cents::int as cents, condition, sold_on::text as on,
        days_listed as days
      from sales where order_id = ${orderId}`)
  ).rows;

const sale = { gb: 64, cents: 15_000, condition: 'good', on: '2026-11-24', days: 2 };

test('a completed order becomes a sale, once', async () => {
  const orderId = await completeOrder();
  expect(await Promise.all([recordSales(app.db, orderId), recordSales(app.db)])).toContain(1);
  expect(await recordSales(app.db)).toBe(0);
  expect(await salesOf(orderId)).toEqual([sale]);
});

test.each(['Asia/Tokyo', 'America/New_York'])(
  'the day of a sale is that of UTC, also if the database is in %s',
  async (zone) => {
    const orderId = await completeOrder();
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
      await recordSales(tx, orderId);
    });
    expect(await salesOf(orderId)).toEqual([sale]);
  },
);

test.each([
  ['order.charged-back', 'whole'],
  ['order.refunded-at-provider', 'whole'],
  ['order.refunded-at-provider', 'in part'],
] as const)('a sale whose money goes back later is none: %s, %s', async (type, part) => {
  const orderId = await completeOrder();
  await recordSales(app.db, orderId);
  const other = await completeOrder();
  await recordSales(app.db, other);
  if (part === 'whole') await setState(orderId, 'refunded');
  else await app.db.update(orders).set({ refundedCents: 100 }).where(eq(orders.id, orderId));
  const event = { type, orderId } as const;
  await inTransaction(app.db, (tx) => emit(tx, event));
  await app.runJobs('dispatch-outbox');
  expect(await salesOf(orderId)).toEqual([]);
  expect(await salesOf(other)).toEqual([sale]);
});
