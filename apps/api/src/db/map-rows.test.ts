import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { SelectedFields } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { productColumns } from '../features/catalogue/product-presenter.ts';
import { importShippedModels } from '../features/models/index.ts';
import type { Executor } from './client.ts';
import { prepareOnce } from './prepare-once.ts';
import { models, products, users } from './schema/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await importShippedModels(app.db);
  const seller = await app.insertUser('seller');
  const [model] = await app.db.select({ id: models.id }).from(models).limit(1);
  await app.insertProduct(seller, { name: 'with a model', modelId: model?.id });
  await app.insertProduct(seller, {
    name: 'with other values',
    written: { description: 'as written' },
    possessionVerifiedAt: new Date('2026-11-29T12:34:56.789Z'),
    advertised: true,
  });
});
afterAll(() => app.close());

const prefixed = <T extends object>(prefix: string, columns: T) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [prefix + name, column]));

/** Every column of three tables, beside each other. */
const allColumns = {
  ...prefixed('product_', getTableColumns(products)),
  ...prefixed('user_', getTableColumns(users)),
  ...prefixed('model_', getTableColumns(models)),
};

const joined = (columns: SelectedFields) => (db: Executor) =>
  db
    .select(columns)
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .leftJoin(models, eq(models.id, products.modelId))
    .orderBy(asc(products.name));

const expressions = {
  plain: sql<string>`upper(${products.name})`,
  mapped: sql<string>`${products.resalePriceCents}`.mapWith((cents) => `${cents} cents`),
  aliased: sql<string>`${products.postedAt}`.mapWith(products.postedAt).as('aliased'),
  nothing: sql<null>`null`.mapWith(() => 'never'),
};

test.each([
  ['the columns of a product', productColumns],
  ['all columns of products, users and models', allColumns],
  ['expressions', expressions],
])('rows of %s are those of drizzle', async (_, columns) => {
  const build = joined(columns);
  const query = prepareOnce(build)(app.db);
  expect(query).toHaveProperty('customResultMapper', expect.any(Function));
  const rows = await query.execute();
  expect(rows).toHaveLength(2);
  expect(rows).toStrictEqual(await build(app.db));
  expect(rows.map(Object.keys)).toEqual(rows.map(() => Object.keys(columns)));
});

test('a query with nested objects is left to drizzle', async () => {
  const build = joined({ id: products.id, model: models });
  const query = prepareOnce(build)(app.db);
  expect(query).toHaveProperty('customResultMapper', undefined);
  const rows = await query.execute();
  expect(rows).toStrictEqual(await build(app.db));
  expect(rows).toMatchObject([{ model: { curve: expect.any(String) } }, { model: null }]);
});

test('a statement without columns has the result of the driver', async () => {
  const rename = prepareOnce((db) => db.update(products).set({ category: 'Iphone' }));
  expect(await rename(app.db).execute()).toMatchObject({ rowCount: 2, rows: [] });
});
