import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { findInText } from './find-in-text.ts';
import { findSimilarWords, readTitleWords } from './title-words.ts';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const phone = (name: string, description: string, more: object = {}) =>
  app.insertProduct(seller, { name, description, ...more });

test('words that few listed products have lead to these, others to none', async () => {
  const id = await phone('Galaxy S21 128 GB, Grey', 'A gift from my aunt, unopened.');
  await phone('Galaxy S21 256 GB, Grey', 'Also unopened.', { removedAt: new Date() });
  expect(await findInText(app.db, `'unopened'`)).toEqual([id]);
  expect(await findInText(app.db, `('unop':*) & ('aunt')`)).toEqual([id]);
  expect(await findInText(app.db, `('unopened') & ('uncle')`)).toEqual([]);
});

test('words that many of the newest products have are many, and not looked up', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => phone(`iPhone 12 ${64 + n} GB, Blue`, 'With a charger.')),
  );
  expect(await findInText(app.db, `'charger'`)).toBeUndefined();
  expect(await findInText(app.db, `('charger') & ('aunt')`)).toEqual([]);
});

test('words that more products have than a condition lists are many, too', async () => {
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use,
      posted_at)
    select gen_random_uuid(), ${seller.id}, 'Galaxy S20', case when n <= 1001 then 'Rugged case.' else 'Plain.' end,
      'Samsung', 'good', '/images/x.jpg', 50000, 20000, '+1 202-555-0142', 'Porto', 2020, '3 years',
      now() - interval '2 years' + n * interval '1 minute'
    from generate_series(1, 2100) n`);
  expect(await findInText(app.db, `'rugged'`)).toBeUndefined();
  await app.db.execute(sql`delete from products where id in (
    select id from products where description = 'Rugged case.' limit 1)`);
  // Of another query, nothing is remembered.
  expect(await findInText(app.db, `('rugged')`)).toHaveLength(1000);
});

test('frequent and similar words are found once', async () => {
  const words = await readTitleWords(app.db);
  await findInText(app.db, `'plain'`);
  await findSimilarWords(app.db, 'galaxi', words);
  const query = vi.spyOn(app.db.$client, 'query');
  expect(await findInText(app.db, `'plain'`)).toBeUndefined();
  expect(await findSimilarWords(app.db, 'galaxi', words)).toEqual(['galaxy']);
  expect(query).not.toHaveBeenCalled();
  expect(await findInText(app.db, `'unopened'`)).toHaveLength(1);
  expect(await findSimilarWords(app.db, 'galaxi', [...words, 'galaxia'])).toHaveLength(2);
  expect(query).toHaveBeenCalledTimes(2);
});

test('the words of titles are those of all listings, also of later ones', async () => {
  const words = await readTitleWords(app.db);
  expect(words).toEqual(expect.arrayContaining(['galaxy', '=samsung', 's21']));
  expect(words).not.toContain('foldable');
  expect(await readTitleWords(app.db)).toEqual(words);
  await phone('Galaxy Foldable 128 GB, Grey', 'As new.');
  expect(await readTitleWords(app.db)).toContain('foldable');
});

test('similar words are those of titles, without the markers of brands', async () => {
  const words = await readTitleWords(app.db);
  expect(await findSimilarWords(app.db, 'galxy', words)).toEqual(['galaxy']);
  expect(await findSimilarWords(app.db, 'samsung', words)).toEqual([]);
});
