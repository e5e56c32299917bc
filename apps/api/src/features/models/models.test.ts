import {
  addProduct,
  changeListing,
  correctModel,
  editProduct,
  estimatePrice,
  estimateProduct,
  type FacetQuery,
  getFacets,
  getModel,
  getPriceHistory,
  listModels,
  listProducts,
  placeOrder,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestApp,
  newProductInput,
  publicUrl,
  type TestApp,
  type TestUser,
  unwrap,
} from '../../../test/test-app.ts';
import { images, models, payments, products, sales } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { importModels, importShippedModels } from './import-models.ts';
import { parseModelCatalogue, shippedCatalogue } from './model-data.ts';
import { recordSales } from './record-sales.ts';

let app: TestApp;
let seller: TestUser;
let img: string;
const today = new Date('2026-11-22T10:00:00Z');

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  const id = newId();
  await app.db.insert(images).values({ id, uploadedBy: seller.id, width: 960, height: 960 });
  img = `${publicUrl}/images/${id}-960.jpg`;
});
afterAll(() => app.close());
beforeEach(() => app.setNow(today));

async function add(about: Parameters<typeof newProductInput>[0]): Promise<string> {
  const body = newProductInput({ img, ...about });
  return unwrap(await app.call(addProduct, { body, token: seller.token })).insertedId;
}

async function modelId(slug: string): Promise<number> {
  const [row] = await app.db.select({ id: models.id }).from(models).where(eq(models.slug, slug));
  if (!row) throw new Error(`there is no ${slug}`);
  return row.id;
}

async function sell(
  slug: string,
  dollars: readonly number[],
  more: Partial<typeof sales.$inferInsert> = {},
): Promise<void> {
  const id = await modelId(slug);
  await app.db.insert(sales).values(
    dollars.map((price) => ({
      id: newId(),
      modelId: id,
      storageGb: 128,
      condition: 'good' as const,
      priceCents: price * 100,
      soldOn: '2026-11-01',
      daysListed: 8,
      ...more,
    })),
  );
}

const variantOf = async (id: string) => {
  const [row] = await app.db
    .select({ slug: models.slug, storageGb: products.storageGb, colour: products.colour })
    .from(products)
    .leftJoin(models, eq(models.id, products.modelId))
    .where(eq(products.id, id));
  return row;
};

test('the shipped catalogue is imported once, and again changes nothing', async () => {
  const before = await app.call(listModels, { query: {} });
  expect(before.ok && before.value).toHaveLength(141);
  expect(await importShippedModels(app.db)).toBeUndefined();
  expect(await importModels(app.db, shippedCatalogue)).toEqual({ added: 0, updated: 141, kept: 0 });
  expect(await app.call(listModels, { query: {} })).toMatchObject({
    value: before.ok && before.value,
  });
});

test('an import adds and updates models, but leaves what an admin corrected', async () => {
  const admin = await app.insertUser('admin');
  const [first, second] = shippedCatalogue.models.filter(({ slug }) =>
    ['galaxy-a15-5g', 'galaxy-a16-5g'].includes(slug),
  );
  if (!first || !second) throw new Error('the models are in the catalogue');
  const corrected = await app.call(correctModel, {
    params: { slug: first.slug },
    body: { launchPrice: 210, updates: { status: 'dated', until: '2029-01-31' } },
    token: admin.token,
  });
  expect(corrected).toMatchObject({ ok: true, value: { modifiedCount: 1 } });
  const counts = await importModels(app.db, {
    version: '2027-01-01',
    models: [
      { ...first, launchPriceUsd: 1 },
      { ...second, launchPriceUsd: 189, colours: ['Gold'] },
      { ...second, slug: 'galaxy-a17-5g', name: 'Galaxy A17 5G' },
    ],
  });
  expect(counts).toEqual({ added: 1, updated: 1, kept: 1 });
  expect(await app.call(getModel, { params: { slug: first.slug } })).toMatchObject({
    value: { launchPrice: 210, updates: { status: 'dated', until: '2029-01-31' } },
  });
  expect(await app.call(getModel, { params: { slug: second.slug } })).toMatchObject({
    value: { launchPrice: 189, colours: ['Gold'] },
  });
  expect(await app.call(getModel, { params: { slug: 'galaxy-a17-5g' } })).toMatchObject({
    ok: true,
  });
});

test('a fact that is cleared is unknown, and the others stay', async () => {
  const admin = await app.insertUser('admin');
  const [model] = unwrap(await app.call(listModels, { query: { q: 'iPhone 13 Pro Max' } }));
  const slug = model?.slug ?? '';
  const read = async () => unwrap(await app.call(getModel, { params: { slug } }));
  const correct = async (body: object) =>
    unwrap(await app.call(correctModel, { params: { slug }, body, token: admin.token }));
  const before = await read();
  expect(before.launchPrice).toBeGreaterThan(0);
  await correct({ launchPrice: null });
  const { launchPrice, band, screenInches } = await read();
  expect([launchPrice, band, screenInches]).toEqual([undefined, undefined, before.screenInches]);
  await correct({ screenInches: null, launchPrice: before.launchPrice });
  const after = await read();
  expect([after.launchPrice, after.screenInches]).toEqual([before.launchPrice, undefined]);
  await correct({ screenInches: before.screenInches });
});

test('a data file is checked before it is imported', () => {
  const [model] = shippedCatalogue.models;
  const parse = (change: object) => () =>
    parseModelCatalogue({ version: '2026-01-01', models: [{ ...model, ...change }] });
  expect(parse({})).not.toThrow();
  expect(parse({ launchPriceUsd: 'free' })).toThrow('/models/0/launchPriceUsd');
  expect(parse({ updates: { status: 'dated', until: null, source: null, asOf: null } })).toThrow(
    'updates.until',
  );
  expect(() => parseModelCatalogue({ version: '2026-01-01', models: [model, model] })).toThrow(
    'there twice',
  );
  expect(() => parseModelCatalogue('nothing')).toThrow();
});

test('suggests the models that a name being typed may mean', async () => {
  const suggest = async (q: string) => {
    const result = await app.call(listModels, { query: { q } });
    return result.ok ? result.value.map(({ name }) => name) : result.error;
  };
  expect(await suggest('iphone 13 pro m')).toEqual(['iPhone 13 Pro Max']);
  expect(((await suggest('iphone 13 pro')) as string[])[0]).toBe('iPhone 13 Pro');
  expect(await suggest('S23U')).toEqual(['Galaxy S23 Ultra']);
  expect(((await suggest('s20+')) as string[])[0]).toBe('Galaxy S20+ 5G');
  expect(await suggest('galaxy')).toHaveLength(8);
  expect(await suggest('nokia')).toEqual([]);
  expect(await suggest('  ')).toEqual([]);
});

test('a new listing gets the model, storage and colour that its name says', async () => {
  const id = await add({ name: 'iphone 13 256gb, Midnight', category: 'Iphone' });
  expect(await variantOf(id)).toEqual({ slug: 'iphone-13', storageGb: 256, colour: 'Midnight' });
  const other = await add({ name: 'My old Nokia', category: 'Samsung' });
  expect(await variantOf(other)).toEqual({ slug: null, storageGb: null, colour: null });
});

test('a listing that is renamed is matched again; another price keeps what was stated', async () => {
  const body = newProductInput({ img, name: 'iPhone 13 128 GB', category: 'Iphone' });
  const params = { id: await add(body) };
  await app.db.update(products).set({ colour: 'Blue' }).where(eq(products.id, params.id));
  const edit = (change: object) =>
    app.call(editProduct, { params, body: { ...body, ...change }, token: seller.token });
  expect(await edit({ resalePrice: 99 })).toMatchObject({ ok: true });
  expect(await variantOf(params.id)).toEqual({
    slug: 'iphone-13',
    storageGb: 128,
    colour: 'Blue',
  });
  expect(await edit({ name: 'iPhone 14 512 GB' })).toMatchObject({ ok: true });
  expect(await variantOf(params.id)).toEqual({ slug: 'iphone-14', storageGb: 512, colour: null });
});

test('the job matches listings from before the catalogue', async () => {
  const ids = await Promise.all(
    ['Galaxy S23 Ultra 512 GB, Green', 'galaxy s23 ultra 512 gb, green', 'a mystery'].map((name) =>
      add({ name, category: 'Samsung' }),
    ),
  );
  await app.db.update(products).set({ modelId: null, storageGb: null, colour: null });
  await app.runJobs('match-models');
  const green = { slug: 'galaxy-s23-ultra', storageGb: 512, colour: 'Green' };
  expect(await Promise.all(ids.map(variantOf))).toEqual([
    green,
    green,
    { slug: null, storageGb: null, colour: null },
  ]);
});

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
  await sell('galaxy-s22', [200, 210, 220, 230, 240]);
  await sell('galaxy-s22', [400, 400, 400], { soldOn: '2026-08-23' });
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
  const id = await add({ name: 'Galaxy S24 Ultra 512 GB', category: 'Samsung', resalePrice: 520 });
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
      token: seller.token,
    }),
  );
  const locked = await explain();
  expect(locked.expected).toBeLessThan(before.expected);
  const cents = locked.contributions.map(({ amount }) => Math.round(amount * 100));
  expect(cents.reduce((sum, each) => sum + each, 0)).toBe(locked.expected * 100);
});

test('nothing is estimated for a product without a model, and a hidden one is not found', async () => {
  const unknown = await add({ name: 'Nokia 3310', category: 'Xiaomi' });
  expect(await app.call(estimateProduct, { params: { id: unknown } })).toMatchObject({
    ok: false,
    error: { code: 'estimate.no-data' },
  });
  const id = await add({ name: 'Galaxy S25 128 GB', category: 'Samsung', resalePrice: 480 });
  await app.db
    .update(products)
    .set({ hiddenReasons: ['paused'] })
    .where(eq(products.id, id));
  const byVisitor = await app.call(estimateProduct, { params: { id } });
  expect(!byVisitor.ok && byVisitor.error.code).toBe('product.not-found');
  const bySeller = await app.call(estimateProduct, { params: { id }, token: seller.token });
  expect(bySeller.ok).toBe(true);
  await app.db.delete(products).where(eq(products.id, id));
});

test('a model page has offers, estimate, forecast and time to sell', async () => {
  await add({ name: 'Galaxy S25 128 GB', category: 'Samsung', resalePrice: 480 });
  await add({ name: 'Galaxy S25 256 GB', category: 'Samsung', resalePrice: 450 });
  await sell('galaxy-s25', [460], { daysListed: 4 });
  await sell('galaxy-s25', [470], { daysListed: 9 });
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
  const id = await modelId('xiaomi-15t');
  await app.db.update(models).set({ launchPriceCents: null }).where(eq(models.id, id));
  const result = await app.call(getModel, { params: { slug: 'xiaomi-15t' } });
  if (!result.ok) throw new Error(result.error.message);
  expect(result.value).not.toHaveProperty('estimate');
  expect(result.value).not.toHaveProperty('costPerMonth');
  expect(result.value).toMatchObject({ forecast: [], offers: 0 });
});

test('the price history has a median per month, also by condition', async () => {
  await sell('iphone-12', [300, 320, 340], { soldOn: '2026-10-31' });
  await sell('iphone-12', [200], { soldOn: '2026-10-01', condition: 'fair' });
  await sell('iphone-12', [500], { soldOn: '2024-12-01' });
  await sell('iphone-12', [900], { soldOn: '2024-11-30' });
  expect(await app.call(getPriceHistory, { params: { slug: 'iphone-12' } })).toMatchObject({
    value: [
      { month: '2024-12', sales: 1, median: 500, byCondition: { good: 500 } },
      { month: '2026-10', sales: 4, median: 310, byCondition: { good: 320, fair: 200 } },
    ],
  });
});

test('a completed order becomes a sale, once', async () => {
  const buyer = await app.insertUser('buyer');
  const id = await add({
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
  await app.db.execute(
    sql`update orders set state = 'paid', paid_payment_id = ${paymentId} where id = ${orderId}`,
  );
  await recordSales(app.db);
  const count = async () => {
    const { rows } = await app.db.execute(
      sql`select storage_gb as gb, price_cents::int as cents, condition from sales where order_id = ${orderId}`,
    );
    return rows;
  };
  expect(await count()).toEqual([]);
  await app.database.executeAsOwner('alter table orders disable trigger enforce_order_transition');
  await app.db.execute(sql`update orders set state = 'completed' where id = ${orderId}`);
  await app.database.executeAsOwner('alter table orders enable trigger enforce_order_transition');
  expect(await Promise.all([recordSales(app.db, orderId), recordSales(app.db)])).toContain(1);
  expect(await recordSales(app.db)).toBe(0);
  expect(await count()).toEqual([{ gb: 64, cents: 15_000, condition: 'good' }]);
});

test('lists, counts and facets can be limited to a model and a storage', async () => {
  const small = await add({ name: 'iPhone 16e 128 GB, White', category: 'Iphone' });
  const large = await add({ name: 'iPhone 16e 512 GB, Black', category: 'Iphone' });
  const search = async (query: { model?: string; storage?: number }) => {
    const result = await app.call(listProducts, { query: { ...query, limit: 10, sort: 'newest' } });
    const facets = unwrap(await app.call(getFacets, { query }));
    return {
      ids: unwrap(result).map(({ _id }) => _id),
      total: result.ok && result.headers.get('x-total-count'),
      facets: facets.total,
    };
  };
  expect(await search({ model: 'iphone-16e' })).toEqual({
    ids: expect.arrayContaining([small, large]),
    total: '2',
    facets: 2,
  });
  expect(await search({ model: 'iphone-16e', storage: 512 })).toEqual({
    ids: [large],
    total: '1',
    facets: 1,
  });
  expect(await search({ model: 'nokia-3310' })).toEqual({ ids: [], total: '0', facets: 0 });
});

test('facets offer models, sizes and colours once the search is narrow enough, with the other filters applied', async () => {
  await add({ name: 'Galaxy S21 FE 5G 128 GB, Graphite', category: 'Samsung' });
  await add({ name: 'Galaxy S21 FE 5G 256 GB, Graphite', category: 'Samsung' });
  await add({ name: 'Galaxy S21 FE 5G 256 GB, Olive', category: 'Samsung' });
  const facetsOf = async (query: FacetQuery) => unwrap(await app.call(getFacets, { query }));
  const model = 'galaxy-s21-fe-5g';
  const none = await facetsOf({});
  expect([none.models, none.storages, none.colours]).toEqual([[], [], []]);
  expect((await facetsOf({ brand: 'Samsung' })).models).toContainEqual({
    slug: model,
    name: 'Galaxy S21 FE 5G',
    count: 3,
  });
  const { storages, colours, total } = await facetsOf({ model, storage: 256 });
  expect({ storages, colours, total }).toEqual({
    storages: [
      { gb: 128, count: 1 },
      { gb: 256, count: 2 },
    ],
    colours: [
      { colour: 'Graphite', count: 1 },
      { colour: 'Olive', count: 1 },
    ],
    total: 2,
  });
  expect((await facetsOf({ model, colour: 'Graphite' })).total).toBe(2);
  // A colour belongs to a model.
  expect((await facetsOf({ colour: 'Graphite' })).total).toBe(none.total);
});

test('the filter for security updates includes the last day of updates and not the day after', async () => {
  const id = await add({ name: 'Galaxy A53 5G 128 GB', category: 'Samsung' });
  await app.db
    .update(models)
    .set({ updateStatus: 'dated', updatesUntil: '2026-11-22' })
    .where(eq(models.slug, 'galaxy-a53-5g'));
  const query = { model: 'galaxy-a53-5g', updates: 'supported' } as const;
  const found: [string, number, number][] = [];
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    app.setNow(new Date(`${day}T23:59:59Z`));
    const list = unwrap(await app.call(listProducts, { query: { ...query, limit: 5 } }));
    const facets = unwrap(await app.call(getFacets, { query: { model: query.model } }));
    found.push([day, list.length, facets.updated]);
  }
  expect(found).toEqual([
    ['2026-11-21', 1, 1],
    ['2026-11-22', 1, 1],
    ['2026-11-23', 0, 0],
  ]);
  const product = unwrap(await app.call(listProducts, { query: { model: query.model, limit: 5 } }));
  expect(product).toMatchObject([{ _id: id, updates: { status: 'dated', until: '2026-11-22' } }]);
});
