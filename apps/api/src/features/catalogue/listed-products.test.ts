import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readListedProducts, recallListedProducts } from './listed-products.ts';

let app: TestApp;
let ids: string[];
/** Scopes that count as changed. */
let changed: Set<string>;
let deps: Parameters<typeof recallListedProducts>[0];
let revision: number | undefined;

beforeAll(async () => {
  app = await createTestApp();
  const seller = await app.insertUser('seller');
  ids = [];
  for (const name of ['iPhone 13', 'Galaxy S23', 'Redmi Note 12']) {
    ids.push(await app.insertProduct(seller, { name }));
  }
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`update products set description = 'As new.'`);
  changed = new Set();
  revision = 1;
  const revisions = {
    read: async () => revision,
    hasChanged: (scopes: readonly string[] | undefined) =>
      scopes?.some((scope) => changed.has(scope)) ?? true,
  };
  deps = { db: app.db, settings: app.settings, revisions };
});

const descriptions = async (which = ids) =>
  (await recallListedProducts(deps, which)).map(({ product }) => product.description);
const describe = (description: string) =>
  app.db.execute(sql`update products set description = ${description}`);

test('products are read once while nothing that they show changes', async () => {
  const [first, second, third] = ids as [string, string, string];
  expect(await descriptions()).toEqual(['As new.', 'As new.', 'As new.']);
  // Nothing tells of this change, so that what is read again can be told from what is remembered.
  await describe('Scratched.');
  expect(await descriptions()).toEqual(['As new.', 'As new.', 'As new.']);
  changed.add(`product:${second}`);
  expect(await descriptions([third, second, first])).toEqual(['As new.', 'Scratched.', 'As new.']);
});

test('a change of the seller counts for all of their products', async () => {
  await descriptions();
  await describe('Scratched.');
  const [{ sellerId } = { sellerId: '' }] = await readListedProducts(deps, ids);
  changed.add(`seller:${sellerId}`);
  expect(await descriptions()).toEqual(['Scratched.', 'Scratched.', 'Scratched.']);
});

test('without a revision, all are read', async () => {
  await descriptions();
  await describe('Scratched.');
  revision = undefined;
  expect(await descriptions()).toEqual(['Scratched.', 'Scratched.', 'Scratched.']);
});

test('remembered and new products keep the order of their ids; unknown ones are left out', async () => {
  const [first, second, third] = ids as [string, string, string];
  await descriptions([second]);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const listed = await recallListedProducts(deps, [third, second, unknown, first]);
  expect(listed.map(({ id }) => id)).toEqual([third, second, first]);
  expect(listed).toMatchObject(await readListedProducts(deps, [third, second, first]));
});
