import { changeListing, correctModel, editProduct, getModel, listModels } from '@redial/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newProductInput, unwrap } from '../../../test/test-app.ts';
import { products } from '../../db/schema/index.ts';
import { importModels, importShippedModels } from './import-models.ts';
import { parseModelCatalogue, shippedCatalogue } from './model-data.ts';
import { createModelsFixture, type ModelsFixture } from './models.fixture.ts';

let app: ModelsFixture;

beforeAll(async () => {
  app = await createModelsFixture();
});
beforeEach(() => app.resetClock());
afterAll(() => app.close());

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

test('a day that no calendar has is refused', async () => {
  const admin = await app.insertUser('admin');
  const correct = (body: object) =>
    app.call(correctModel, { params: { slug: 'iphone-13' }, body, token: admin.token });
  expect(await correct({ releasedOn: '2021-02-29' })).toMatchObject({
    error: { code: 'validation.failed', field: 'body.releasedOn' },
  });
  const updates = { status: 'dated', until: '0000-01-01' };
  expect(await correct({ updates })).toMatchObject({ error: { code: 'request.invalid' } });
  expect(await correct({ releasedOn: '2024-02-29' })).toMatchObject({ ok: true });
  expect(await correct({ releasedOn: '2021-09-24' })).toMatchObject({ ok: true });
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
  const id = await app.add({ name: 'iphone 13 256gb, Midnight', category: 'Iphone' });
  expect(await app.variantOf(id)).toEqual({
    slug: 'iphone-13',
    storageGb: 256,
    colour: 'Midnight',
  });
  const other = await app.add({ name: 'My old Nokia', category: 'Samsung' });
  expect(await app.variantOf(other)).toEqual({ slug: null, storageGb: null, colour: null });
});

test('a listing that is renamed is matched again; another price keeps what was stated', async () => {
  const body = newProductInput({ img: app.img, name: 'iPhone 13 128 GB', category: 'Iphone' });
  const params = { id: await app.add(body) };
  await app.db.update(products).set({ colour: 'Blue' }).where(eq(products.id, params.id));
  const edit = (change: object) =>
    app.call(editProduct, { params, body: { ...body, ...change }, token: app.seller.token });
  expect(await edit({ resalePrice: 99 })).toMatchObject({ ok: true });
  expect(await app.variantOf(params.id)).toEqual({
    slug: 'iphone-13',
    storageGb: 128,
    colour: 'Blue',
  });
  expect(await edit({ name: 'iPhone 14 512 GB' })).toMatchObject({ ok: true });
  expect(await app.variantOf(params.id)).toEqual({
    slug: 'iphone-14',
    storageGb: 512,
    colour: null,
  });
});

test('another name of the same model keeps what was stated, unless it says otherwise', async () => {
  const body = newProductInput({ img: app.img, name: 'iPhone 13', category: 'Iphone' });
  const params = { id: await app.add(body) };
  const { token } = app.seller;
  const stated = { storageGb: 256, colour: 'Blue' };
  unwrap(await app.call(changeListing, { params, body: stated, token }));
  const rename = async (name: string) => {
    unwrap(await app.call(editProduct, { params, body: { ...body, name }, token }));
    return app.variantOf(params.id);
  };
  expect(await rename('iPhone 13, like new')).toEqual({ slug: 'iphone-13', ...stated });
  expect(await rename('iPhone 13 512 GB')).toEqual({
    slug: 'iphone-13',
    storageGb: 512,
    colour: 'Blue',
  });
});

test('the job that matches listings keeps what their sellers stated', async () => {
  const id = await app.add({ name: 'iPhone 13, Pink', category: 'Iphone' });
  await app.db.update(products).set({ modelId: null, colour: null }).where(eq(products.id, id));
  const body = { storageGb: 256 };
  unwrap(await app.call(changeListing, { params: { id }, body, token: app.seller.token }));
  await app.runJobs('match-models');
  expect(await app.variantOf(id)).toEqual({ slug: 'iphone-13', storageGb: 256, colour: 'Pink' });
});

test('the job matches listings from before the catalogue', async () => {
  const ids = await Promise.all(
    ['Galaxy S23 Ultra 512 GB, Green', 'galaxy s23 ultra 512 gb, green', 'a mystery'].map((name) =>
      app.add({ name, category: 'Samsung' }),
    ),
  );
  await app.db.update(products).set({ modelId: null, storageGb: null, colour: null });
  await app.runJobs('match-models');
  const green = { slug: 'galaxy-s23-ultra', storageGb: 512, colour: 'Green' };
  expect(await Promise.all(ids.map(app.variantOf))).toEqual([
    green,
    green,
    { slug: null, storageGb: null, colour: null },
  ]);
});
