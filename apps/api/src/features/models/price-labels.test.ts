import {
  changeListing,
  correctModel,
  estimatePrice,
  estimateProduct,
  getFacets,
  getProduct,
  listProducts,
  type ProductQuery,
  setPrice,
} from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { listingDetails, models, priceChanges, products, sales } from '../../db/schema/index.ts';
import { newId } from '../../platform/ids.ts';
import { updatePrices } from '../selling/update-prices.ts';

let app: TestApp;
let seller: TestUser;
const today = new Date('2026-11-22T10:00:00Z');

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(today);
  await app.db.delete(listingDetails);
  await app.db.delete(priceChanges);
  await app.db.delete(products);
  await app.db.delete(sales);
  await app.runJobs('update-prices');
});

async function modelId(slug: string): Promise<number> {
  const [row] = await app.db.select({ id: models.id }).from(models).where(eq(models.slug, slug));
  if (!row) throw new Error(`there is no ${slug}`);
  return row.id;
}

/** Lists a phone in good condition with 128 GB. */
const list = async (
  slug: string,
  dollars: number,
  about: Partial<typeof products.$inferInsert> = {},
) =>
  app.insertProduct(seller, {
    modelId: await modelId(slug),
    storageGb: 128,
    condition: 'good',
    resalePriceCents: dollars * 100,
    ...about,
  });

async function sell(slug: string, dollars: readonly number[]): Promise<void> {
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
    })),
  );
}

const labelOf = async (id: string) =>
  unwrap(await app.call(getProduct, { params: { id } })).priceLabel;
const estimate = async (slug: string, about: object = {}) =>
  unwrap(
    await app.call(estimatePrice, {
      body: { model: slug, storageGb: 128, condition: 'good', ...about },
    }),
  );
const idsOf = async (query: ProductQuery) =>
  unwrap(await app.call(listProducts, { query })).map(({ _id }) => _id);

test('labels follow the percentiles of five sales: up to the 25th great, above the 75th high', async () => {
  // Percentiles 25, 50 and 75 between the sales: 207.5, 215, 222.5; the band is in whole dollars.
  await sell('galaxy-s22', [200, 205, 210, 220, 225, 240]);
  await app.runJobs('update-prices');
  const { low, high, expected } = await estimate('galaxy-s22');
  expect([low, high]).toEqual([206, 224]);
  const labels = [];
  for (const dollars of [low, low + 1, high, high + 1, Math.ceil((55 * expected) / 100)]) {
    labels.push(await labelOf(await list('galaxy-s22', dollars)));
  }
  expect(labels).toEqual(['great', 'fair', 'fair', 'high', 'great']);
});

test('with four sales the curve decides: within 9 % of it is fair', async () => {
  await sell('galaxy-s22', [10, 10, 10, 10]);
  await app.runJobs('update-prices');
  const { low, high, expected, basis } = await estimate('galaxy-s22');
  expect(basis).toBe('curve');
  expect([low, high]).toEqual([Math.round(expected * 0.91), Math.round(expected * 1.09)]);
  const labels = [];
  for (const dollars of [low - 1, low, high, high + 1]) {
    labels.push(await labelOf(await list('galaxy-s22', dollars)));
  }
  expect(labels).toEqual(['great', 'fair', 'fair', 'high']);
});

test('a suspiciously low price has no label, and no filter finds it', async () => {
  const { expected } = await estimate('galaxy-s22');
  const low = await list('galaxy-s22', Math.ceil((55 * expected) / 100) - 1);
  const great = await list('galaxy-s22', Math.ceil((55 * expected) / 100));
  expect(await labelOf(low)).toBeUndefined();
  expect(await labelOf(great)).toBe('great');
  expect(await idsOf({ priceLabel: 'great' })).toEqual([great]);
  expect(await idsOf({ priceLabel: 'fair' })).toEqual([]);
  const refused = await app.server.inject({ url: '/allproducts?priceLabel=suspicious' });
  expect(refused.statusCode).toBe(400);
});

test('the label follows price, condition, storage and details at once', async () => {
  const { high } = await estimate('galaxy-s22');
  const id = await list('galaxy-s22', high);
  const params = { id };
  expect(await labelOf(id)).toBe('fair');
  unwrap(
    await app.call(setPrice, { params, body: { resalePrice: high + 1 }, token: seller.token }),
  );
  expect(await labelOf(id)).toBe('high');
  await app.db.update(products).set({ condition: 'excellent' }).where(eq(products.id, id));
  expect(await labelOf(id)).toBe('fair');
  const change = async (body: object) =>
    unwrap(await app.call(changeListing, { params, body, token: seller.token }));
  await change({ batteryHealthPct: 79 });
  expect(await labelOf(id)).toBe('high');
  await change({ storageGb: 256, accessories: ['box', 'receipt'] });
  const { label } = unwrap(await app.call(estimateProduct, { params }));
  expect(await labelOf(id)).toBe(label);
  await app.db.update(products).set({ modelId: null }).where(eq(products.id, id));
  expect(await labelOf(id)).toBeUndefined();
});

test('a few phones are changed per statement, and what a stop interrupts is done by the next run', async () => {
  const { expected } = await estimate('galaxy-s24');
  const ids = [];
  // Prices that are equal, too: each batch begins after the last price and id of the one before.
  for (const dollars of [expected - 2, expected, expected, expected, expected + 1]) {
    ids.push(await list('galaxy-s24', dollars));
  }
  await sell(
    'galaxy-s24',
    Array.from({ length: 5 }, (_, n) => expected + 80 + n * 10),
  );
  expect(await updatePrices(app.deps, { stopping: AbortSignal.abort() })).toBe(0);
  expect(await labelOf(ids[0] as string)).toBe('fair');
  expect(await updatePrices(app.deps, { limit: 2 })).toBe(5);
  for (const id of ids) expect(await labelOf(id)).toBe('great');
  expect(await updatePrices(app.deps, { limit: 2 })).toBe(0);
});

test('the job follows new sales, corrected models and the age of the model', async () => {
  const admin = await app.insertUser('admin');
  const { expected } = await estimate('galaxy-s24');
  const id = await list('galaxy-s24', expected);
  expect(await labelOf(id)).toBe('fair');
  app.setNow(new Date('2027-11-22T10:00:00Z'));
  await app.runJobs('update-prices');
  expect(await labelOf(id)).toBe('high');
  app.setNow(today);
  await sell(
    'galaxy-s24',
    Array.from({ length: 5 }, (_, n) => expected + 80 + n * 10),
  );
  await app.runJobs('update-prices');
  expect(await labelOf(id)).toBe('great');
  await app.db.delete(sales);
  const correct = async (body: object) =>
    unwrap(
      await app.call(correctModel, {
        params: { slug: 'galaxy-s24' },
        body,
        token: admin.token,
      }),
    );
  await correct({ launchPrice: 400, updates: { status: 'dated', until: '2031-01-31' } });
  // The correction has triggered the job.
  await app.runJobs();
  expect(await labelOf(id)).toBe('high');
  const [row] = await app.db
    .select({ until: products.updatesUntil })
    .from(products)
    .where(eq(products.id, id));
  expect(row?.until).toBe('2031-01-31');
});

test('a hidden listing has today’s label when it returns', async () => {
  const { expected } = await estimate('galaxy-s24');
  const id = await list('galaxy-s24', expected, { hiddenReasons: ['paused'] });
  app.setNow(new Date('2027-11-22T10:00:00Z'));
  await app.runJobs('update-prices');
  await app.db.update(products).set({ hiddenReasons: [] }).where(eq(products.id, id));
  expect(await labelOf(id)).toBe('high');
});

test('a run that finds nothing to change leaves the products and the cache alone', async () => {
  await list('galaxy-s24', 100);
  const before = await app.db.select().from(products);
  const revision = () =>
    app.server.inject({ url: '/allproducts' }).then(({ headers }) => headers.etag);
  const etag = await revision();
  await app.runJobs('update-prices');
  expect(await app.db.select().from(products)).toEqual(before);
  expect(await revision()).toBe(etag);
});

test('sorted by cost per month and by updates, unknown ones come last, on every page once', async () => {
  await app.db.update(models).set({ launchPriceCents: null }).where(eq(models.slug, 'xiaomi-15t'));
  await app.runJobs('update-prices');
  const ids: string[] = [];
  for (const slug of ['iphone-15', 'galaxy-s24', 'galaxy-s20-5g', 'xiaomi-15t', 'redmi-note-13']) {
    for (const dollars of [120, 260, 260]) ids.push(await list(slug, dollars));
  }
  ids.push(await list('iphone-15', 150, { modelId: null }));
  for (const sort of ['cost-per-month', 'updates'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const result = await app.call(listProducts, {
        query: { sort, limit: 4, ...(after ? { after } : {}) },
      });
      seen.push(...unwrap(result).map(({ _id }) => _id));
      const link = result.ok ? result.headers.get('link') : null;
      const next: string | null = new URL(
        /<([^>]+)>/.exec(link ?? '')?.[1] ?? 'x:/',
      ).searchParams.get('after');
      after = next ?? undefined;
    } while (after);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const rows = await app.db.select().from(products);
    const ranks = seen.map((id) => {
      const row = rows.find((each) => each.id === id);
      if (sort === 'cost-per-month') return row?.costPerMonthCents ?? Number.POSITIVE_INFINITY;
      if (row?.updatesUntil === 'infinity') return Number.NEGATIVE_INFINITY;
      return row?.updatesUntil ? -Date.parse(row.updatesUntil) : Number.POSITIVE_INFINITY;
    });
    expect(ranks).toEqual(ranks.toSorted((a, b) => (a === b ? 0 : a - b)));
    expect(new Set(ranks).size).toBeGreaterThan(3);
    expect(ranks.at(-1)).toBe(Number.POSITIVE_INFINITY);
  }
});

test('a manipulated cursor of the new orders is refused', async () => {
  const id = '018f0000-0000-7000-8000-000000000000';
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const [sort, value] of [
    ['updates', '2026-02-30'],
    ['updates', 5],
    ['updates', "infinity'"],
    ['cost-per-month', 2 ** 31],
    ['cost-per-month', 1.5],
    ['price', 1.5],
  ] as const) {
    const url = `/allproducts?limit=2&sort=${sort}&after=${cursor(sort, value, id)}`;
    expect([url, (await app.server.inject({ url })).statusCode]).toEqual([url, 400]);
  }
  for (const [sort, value] of [
    ['updates', '-infinity'],
    ['updates', '2026-02-28'],
    ['cost-per-month', 0],
  ] as const) {
    const url = `/allproducts?limit=2&sort=${sort}&after=${cursor(sort, value, id)}`;
    expect((await app.server.inject({ url })).statusCode).toBe(200);
  }
});

test('facets count the labels, with the other filters applied but not the label', async () => {
  const { low, expected, high } = await estimate('galaxy-s24');
  for (const dollars of [low - 1, expected, expected, high + 1]) await list('galaxy-s24', dollars);
  await list('galaxy-s24', expected, { condition: 'fair' });
  const labels = async (query: object) => unwrap(await app.call(getFacets, { query })).priceLabels;
  const all = { great: 1, fair: 2, high: 2 };
  expect(await labels({})).toEqual(all);
  expect(await labels({ priceLabel: 'great' })).toEqual(all);
  expect(await labels({ model: 'galaxy-s24' })).toEqual(all);
  expect(await labels({ model: 'galaxy-s24', priceLabel: 'high', condition: 'good' })).toEqual({
    great: 1,
    fair: 2,
    high: 1,
  });
  const one = unwrap(await app.call(getFacets, { query: { priceLabel: 'high' } }));
  expect([one.total, one.conditions.good, one.conditions.fair]).toEqual([2, 1, 1]);
});
