import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { products } from '../../db/schema/index.ts';
import { isDatabaseUnavailable } from '../../platform/database-errors.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { anonymizeProducts, removeProductsOfSeller } from './remove-products.ts';
import { hideProductsOfSeller } from './sale-status.ts';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
  await app.insertProduct(seller);
  // Each change of a listing takes longer than a statement may.
  await app.database.executeAsOwner(`
    create function wait_for_change() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.3); return new; end $$;
    create trigger wait_for_change before update on products
      for each row execute function wait_for_change()`);
});
afterAll(() => app.close());

/** Runs a change where statements may take a tenth of a second. */
const withShortTimeout = (change: (tx: Transaction) => Promise<unknown>) =>
  app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '100ms'`);
    await change(tx);
  });

test('another change that takes too long is interrupted', async () => {
  const change = withShortTimeout((tx) => tx.update(products).set({ advertised: true }));
  await expect(change).rejects.toSatisfy(isDatabaseUnavailable);
});

test.each<[string, (tx: Transaction) => Promise<unknown>]>([
  ['hides', (tx) => hideProductsOfSeller(tx, seller.id, true)],
  ['shows', (tx) => hideProductsOfSeller(tx, seller.id, false)],
  ['removes', (tx) => removeProductsOfSeller(tx, seller.id)],
  ['anonymizes', (tx) => anonymizeProducts(tx, seller.id)],
])('a change that %s all listings of a seller may take longer', async (_name, change) => {
  const [before] = await app.db.select().from(products);
  await withShortTimeout(change);
  const [after] = await app.db.select().from(products);
  expect(after).not.toEqual(before);
});
