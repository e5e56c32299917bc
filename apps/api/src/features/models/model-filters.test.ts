import { changeListing, type FacetQuery, getFacets, listProducts } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../../test/test-app.ts';
import { models } from '../../db/schema/index.ts';
import { createModelsFixture, type ModelsFixture } from './models.fixture.ts';

let app: ModelsFixture;

beforeAll(async () => {
  app = await createModelsFixture();
});
beforeEach(() => app.resetClock());
afterAll(() => app.close());

test('lists, counts and facets can be limited to a model and a storage', async () => {
  const small = await app.add({ name: 'iPhone 16e 128 GB, White', category: 'Iphone' });
  const large = await app.add({ name: 'iPhone 16e 512 GB, Black', category: 'Iphone' });
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
  await app.add({ name: 'Galaxy S21 FE 5G 128 GB, Graphite', category: 'Samsung' });
  await app.add({ name: 'Galaxy S21 FE 5G 256 GB, Graphite', category: 'Samsung' });
  await app.add({ name: 'Galaxy S21 FE 5G 256 GB, Olive', category: 'Samsung' });
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

test('a colour that is typed in another case is the same one, also of a model that is stated later', async () => {
  const model = 'galaxy-s20-fe-5g';
  const ids = await Promise.all(
    ['Galaxy S20 FE 5G', 'My phone'].map((name) => app.add({ name, category: 'Samsung' })),
  );
  const { token } = app.seller;
  for (const id of ids) {
    const body = { colour: ' cloud NAVY ' };
    unwrap(await app.call(changeListing, { params: { id }, body, token }));
    unwrap(await app.call(changeListing, { params: { id }, body: { model }, token }));
  }
  const { colours } = unwrap(await app.call(getFacets, { query: { model } }));
  expect(colours).toEqual([{ colour: 'Cloud Navy', count: 2 }]);
});

test('the filter for security updates includes the last day of updates and not the day after', async () => {
  const id = await app.add({ name: 'Galaxy A53 5G 128 GB', category: 'Samsung' });
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
