import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { readListedProducts, recallListedProducts } from './listed-products.ts';

let app: TestApp;
let ids: string[];
/** The revision of the last change of a scope. */
let changedAt: Map<string, number>;
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
  changedAt = new Map();
  revision = 1;
  const revisions = {
    read: async () => revision,
    last: revision,
    hasChanged: (scopes: readonly string[] | undefined, since: number) =>
      scopes?.some((scope) => (changedAt.get(scope) ?? 0) > since) ?? true,
  };
  deps = { db: app.db, settings: app.settings, revisions };
});

const descriptions = async (which = ids) =>
  (await recallListedProducts(deps, which, 1)).map(({ product }) => product.description);
const describe = (description: string) =>
  app.db.execute(sql`update products set description = ${description}`);

test('products are read once while nothing that they show changes', async () => {
  const [first, second, third] = ids as [string, string, string];
  expect(await descriptions()).toEqual(['As new.', 'As new.', 'As new.']);
  // Nothing tells of this change, so that what is read again can be told from what is remembered.
  await describe('Scratched.');
  expect(await descriptions()).toEqual(['As new.', 'As new.', 'As new.']);
  changedAt.set(`product:${second}`, 2);
  expect(await descriptions([third, second, first])).toEqual(['As new.', 'Scratched.', 'As new.']);
});

test('a change of the seller counts for all of their products', async () => {
  await descriptions();
  await describe('Scratched.');
  const [{ sellerId } = { sellerId: '' }] = await readListedProducts(deps, ids);
  changedAt.set(`seller:${sellerId}`, 2);
  expect(await descriptions()).toEqual(['Scratched.', 'Scratched.', 'Scratched.']);
});

test('what a standby may not have replayed is read again', async () => {
  const [first] = ids as [string];
  // The change is known before the product is read, from a standby that does not have it yet.
  changedAt.set(`product:${first}`, 2);
  revision = 2;
  expect(await descriptions([first])).toEqual(['As new.']);
  await describe('Scratched.');
  expect(await descriptions([first])).toEqual(['Scratched.']);
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
  const listed = await recallListedProducts(deps, [third, second, unknown, first], 1);
  expect(listed.map(({ id }) => id)).toEqual([third, second, first]);
  expect(listed).toMatchObject(await readListedProducts(deps, [third, second, first]));
});
