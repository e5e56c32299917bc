import {
  type FacetQuery,
  getFacets,
  listProducts,
  maxSuggestions,
  suggestProducts,
} from '@redial/contract';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { withPageMemo } from '../../platform/page-memo.ts';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  const verified = await app.insertUser('seller');
  await app.db.execute(sql`update users set verified = true where id = ${verified.id}`);
  const phone = (name: string, cents: number, purchaseYear: number, more: object = {}) =>
    app.insertProduct(seller, {
      name,
      resalePriceCents: cents,
      purchaseYear,
      description: 'As described.',
      ...more,
    });
  const samsung = { category: 'Samsung' };
  const xiaomi = { category: 'Xiaomi' };
  await phone('iPhone 13 Pro 128 GB, Sierra Blue', 50_000, 2021, { condition: 'excellent' });
  await phone('iPhone 13 Pro Max 256 GB, Graphite', 60_000, 2022);
  await phone('iPhone 13 128 GB, Midnight', 40_000, 2022, { status: 'Sold' });
  await phone('iPhone 12 128 GB, Black', 25_000, 2020, { condition: 'fair' });
  await phone('iPhone SE (2nd generation) 64 GB, White', 9_000, 2020);
  await phone('Galaxy S23 Ultra 256 GB, Cream', 65_000, 2023, samsung);
  await phone('Galaxy S23+ 512 GB, Lavender', 55_000, 2023, { ...samsung, sellerId: verified.id });
  await phone('Galaxy Note20 5G 256 GB, Mystic Gray', 30_000, 2021, samsung);
  await phone('Redmi Note 12 128 GB, Meteorite Grey', 12_000, 2023, xiaomi);
  await phone('Xiaomi 13 256 GB, Flora Green', 38_000, 2023, { ...xiaomi, sellerId: verified.id });
  await phone('Paid phone', 1_000, 2019, { status: 'Sold', isPaid: true });
  await phone('Removed phone', 1_000, 2019, { removedAt: new Date() });
});
afterAll(() => app.close());

const found = async (q: string) =>
  unwrap(await app.call(listProducts, { query: { q } })).map(({ name }) =>
    name.replace(/ (\d+ GB|5G).*/, ''),
  );

test.each([
  ['ip13', ['iPhone 13', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['iphone13pro', ['iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['13 promax', ['iPhone 13 Pro Max']],
  ['apple 12', ['iPhone 12']],
  ['iphone 12', ['iPhone 12']],
  ['iphone se 2', ['iPhone SE (2nd generation)']],
  ['s23 ultra', ['Galaxy S23 Ultra']],
  ['S23Ultra', ['Galaxy S23 Ultra']],
  ['samsung s23+', ['Galaxy S23+']],
  ['samsng s 23 plus', ['Galaxy S23+']],
  ['note12', ['Redmi Note 12']],
  ['note 20', ['Galaxy Note20']],
  ['grey', ['Galaxy Note20', 'Redmi Note 12']],
  ['gray', ['Galaxy Note20', 'Redmi Note 12']],
  ['mi 13', ['Xiaomi 13']],
  ['512gb', ['Galaxy S23+']],
  ['a used iphone 13 phone with 256 gigs', ['iPhone 13 Pro Max']],
  ['ihpone 13 pro blu', ['iPhone 13 Pro']],
  ['xaiomi 13 gren', ['Xiaomi 13']],
  ['iphnoe pro bleu', ['iPhone 13 Pro']],
  ['gren', ['Redmi Note 12', 'Xiaomi 13']],
])('typing variants are understood: %s', async (q, expected) => {
  expect((await found(q)).toSorted()).toEqual(expected.toSorted());
});

test('among matches, the exact model comes before its larger variants', async () => {
  expect((await found('iphone 13'))[0]).toBe('iPhone 13');
});

test('a word that no name contains is searched in the descriptions, alone or with words of the name', async () => {
  const description = 'With a leather sleeve from Ljubljana.';
  const id = await app.insertProduct(seller, { name: 'iPhone 14 128 GB, Blue', description });
  expect(await found('ljubljana')).toEqual(['iPhone 14']);
  expect(await found('iphone ljubljana')).toEqual(['iPhone 14']);
  expect(await found('galaxy ljubljana')).toEqual([]);
  // Each word is in some name, but only this product has both, one of them in its description.
  await app.db.execute(
    sql`update products set description = 'As good as a Galaxy.' where id = ${id}`,
  );
  expect(await found('iphone galaxy')).toEqual(['iPhone 14']);
  await app.db.execute(sql`delete from products where id = ${id}`);
});

test('pages by relevance contain every match once, the exact model first', async () => {
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await app.call(listProducts, {
      query: { q: 'iphone 13', limit: 1, ...(after ? { after } : {}) },
    });
    seen.push(...unwrap(page).map(({ name }) => name.replace(/ \d+ GB.*/, '')));
    const link = page.ok ? page.headers.get('link') : null;
    after = new URL(/<(.*)>/.exec(link ?? '')?.[1] ?? 'x:').searchParams.get('after') ?? undefined;
  } while (after && seen.length < 9);
  expect(seen[0]).toBe('iPhone 13');
  expect(seen.toSorted()).toEqual(['iPhone 13', 'iPhone 13 Pro', 'iPhone 13 Pro Max']);
});

const facets = async (query: FacetQuery = {}) => unwrap(await app.call(getFacets, { query }));

test('facets count listed products, and each year includes later ones', async () => {
  expect(await facets()).toEqual({
    total: 10,
    brands: { Xiaomi: 2, Samsung: 3, Iphone: 5 },
    conditions: { excellent: 1, 'good-or-better': 9, good: 8, fair: 1 },
    priceLabels: { great: 0, fair: 0, high: 0 },
    years: [
      { year: 2023, count: 4 },
      { year: 2022, count: 6 },
      { year: 2021, count: 8 },
      { year: 2020, count: 10 },
    ],
    models: [],
    storages: [],
    colours: [],
    countries: [],
    updated: 0,
    verified: 2,
    available: 9,
    price: { min: 90, max: 650 },
  });
});

test('each facet is counted with all other filters applied and its own left out', async () => {
  expect(await facets({ brand: 'Samsung', minYear: 2022 })).toEqual({
    total: 2,
    brands: { Xiaomi: 2, Samsung: 2, Iphone: 2 },
    conditions: { excellent: 0, 'good-or-better': 2, good: 2, fair: 0 },
    priceLabels: { great: 0, fair: 0, high: 0 },
    years: [
      { year: 2023, count: 2 },
      { year: 2021, count: 3 },
    ],
    models: [],
    storages: [],
    colours: [],
    countries: [],
    updated: 0,
    verified: 1,
    available: 2,
    price: { min: 550, max: 650 },
  });
  expect(await facets({ q: 'iphone', maxPrice: 400, available: true })).toMatchObject({
    total: 2,
    available: 2,
    price: { min: 90, max: 600 },
  });
});

test('a facet’s count equals the length of the filtered list', async () => {
  const filters: FacetQuery = { q: 'gb', minPrice: 100, maxPrice: 600 };
  const { brands, conditions, verified, available, years } = await facets(filters);
  const listedWith = async (more: FacetQuery) =>
    unwrap(await app.call(listProducts, { query: { ...filters, ...more } })).length;
  expect(await listedWith({ brand: 'Iphone' })).toBe(brands.Iphone);
  expect(await listedWith({ condition: 'good' })).toBe(conditions.good);
  expect(await listedWith({ condition: 'good-or-better' })).toBe(conditions['good-or-better']);
  expect(conditions['good-or-better']).toBe(conditions.good + conditions.excellent);
  expect(await listedWith({ verified: true })).toBe(verified);
  expect(await listedWith({ available: true })).toBe(available);
  for (const { year, count } of years) expect(await listedWith({ minYear: year })).toBe(count);
});

test('facets without matches are zeros without a price', async () => {
  const none = await facets({ q: 'typewriter' });
  expect(none).toMatchObject({ total: 0, brands: { Iphone: 0 }, years: [], verified: 0 });
  expect(none).not.toHaveProperty('price');
});

test('facets and suggestions are not read as categories; invalid filters are rejected', async () => {
  for (const url of ['/api/products/facets', '/api/products/suggestions?q=ip']) {
    const response = await app.server.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toContain('public');
    const headers = { authorization: `Bearer ${seller.token}` };
    const personal = await app.server.inject({ url, headers });
    expect(personal.headers['cache-control']).toBe('private, no-store');
  }
  for (const url of ['/api/products/facets?brand=Nokia', '/api/products/suggestions']) {
    expect((await app.server.inject({ url })).statusCode).toBe(400);
  }
});

const suggested = async (q: string) =>
  unwrap(await app.call(suggestProducts, { query: { q } })).map(({ text }) => text);

test('brands and listed models are suggested with their counts', async () => {
  const list = unwrap(await app.call(suggestProducts, { query: { q: 'iph' } }));
  expect(list[0]).toEqual({ kind: 'brand', text: 'Iphone', count: 5 });
  expect(list).toContainEqual({ kind: 'model', text: 'iPhone 13 Pro Max', count: 1 });
  expect(list.length).toBeLessThanOrEqual(maxSuggestions);
});

test.each([
  ['iphone 1', ['iPhone 12', 'iPhone 13', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['iphone 13', ['iPhone 13', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['s23 u', ['Galaxy S23 Ultra']],
  ['galxy note2', ['Galaxy Note20 5G']],
])('the last word may be a prefix, the others may be misspelt: %s', async (q, expected) => {
  expect(await suggested(q)).toEqual(expected);
});

test('words that no model contains are searched in product names, which link to the product', async () => {
  const [phone] = unwrap(await app.call(suggestProducts, { query: { q: '13 pro sierra' } }));
  expect(phone).toMatchObject({ kind: 'phone', text: 'iPhone 13 Pro 128 GB, Sierra Blue' });
  expect(phone?._id).toMatch(/^[0-9a-f-]{36}$/);
});

test('where nothing contains every word, the most similar models are suggested', async () => {
  expect((await suggested('glaxy s23 ulta gold'))[0]).toBe('Galaxy S23 Ultra');
});

test('nothing is suggested for empty or unmatched texts, nor for paid or removed products', async () => {
  for (const q of ['', '  ', '%_', "'", 'typewriter', 'paid phone', '\u202e', '½', 'ⅷⅷ']) {
    expect(await suggested(q)).toEqual([]);
  }
});

test('a word in the name of one phone does not hide the phones that have it in their description', async () => {
  const ids: string[] = [];
  const insert = async (name: string, description: string, more: object = {}) => {
    ids.push(await app.insertProduct(seller, { name, description, ...more }));
  };
  for (let n = 1; n <= 30; n++) {
    const status = n % 3 === 0 ? 'Sold' : 'Available';
    await insert(`iPhone 15 ${n}`, 'Comes with its box.', { status, resalePriceCents: 1000 * n });
  }
  await insert('Galaxy A54 with box', 'As new.', { category: 'Samsung', resalePriceCents: 99_000 });
  await insert('iPhone 15 without charger', 'Never boxed.');

  const pages: string[][] = [];
  let url: string | undefined = '/allproducts?q=box&limit=10';
  while (url) {
    const response: LightMyRequestResponse = await app.server.inject({ url });
    expect(response.headers['x-total-count']).toBe('32');
    pages.push(response.json().map(({ name }: { name: string }) => name));
    url = /<http:\/\/redial\.test([^>]+)>/.exec(`${response.headers.link}`)?.[1];
  }
  expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 2]);
  expect(pages[0]?.[0]).toBe('Galaxy A54 with box');
  expect(new Set(pages.flat()).size).toBe(32);

  const byPrice = unwrap(await app.call(listProducts, { query: { q: 'box', sort: 'price' } }));
  expect(byPrice[0]?.resalePrice).toBe(10);
  expect(byPrice.at(-1)?.name).toBe('Galaxy A54 with box');
  const free = unwrap(await app.call(listProducts, { query: { q: 'box', available: true } }));
  expect(free).toHaveLength(22);
  expect(await facets({ q: 'box' })).toMatchObject({
    total: 32,
    brands: { Iphone: 31, Samsung: 1 },
    available: 22,
    price: { min: 10, max: 990 },
  });
  // No name has both; a brand need not be written out.
  expect(await found('apple box')).toHaveLength(30);
  expect((await found('galaxy a54 box'))[0]).toBe('Galaxy A54 with box');
  await app.db.execute(sql`delete from products where id = any(${sql.raw(`'{${ids}}'`)})`);
});

test.each(['LM2113', 'lm2113', 'eb547167', '2cf8c11e', 'M2101K6G'])(
  'a phone is found by the code %s in its name',
  async (code) => {
    await app.insertProduct(seller, { name: `Redmi ${code}` });
    expect(await found(code)).toContain(`Redmi ${code}`);
    expect(await found(`redmi ${code}`)).toContain(`Redmi ${code}`);
  },
);

test('the list and the facets of a page resolve its search text once, those of a client twice', async () => {
  const statements = vi.spyOn(app.db, 'execute');
  const countResolved = async (run: typeof withPageMemo) => {
    statements.mockClear();
    await run(() =>
      Promise.all([
        app.call(listProducts, { query: { q: 'iphone 13', limit: 10 } }),
        app.call(getFacets, { query: { q: 'iphone 13' } }),
      ]),
    );
    const texts = statements.mock.calls.map(
      ([query]) => new PgDialect().sqlToQuery(query as SQL).sql,
    );
    return texts.filter((text) => text.includes('as best from "product_titles"')).length;
  };
  expect(await countResolved(withPageMemo)).toBe(1);
  expect(await countResolved((work) => work())).toBe(2);
  statements.mockRestore();
});

test('on one page, the text “undefined” is another search than none', async () => {
  const [texts, all] = await withPageMemo(() =>
    Promise.all([
      app.call(listProducts, { query: { q: 'undefined', limit: 10 } }),
      app.call(listProducts, { query: { limit: 10 } }),
    ]),
  );
  expect(unwrap(texts)).toEqual([]);
  expect(unwrap(all)).toHaveLength(10);
});
