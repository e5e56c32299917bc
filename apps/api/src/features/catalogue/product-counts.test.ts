import { listAdvertisedProducts, listProducts, type ProductQuery } from '@redial/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser, unwrap } from '../../../test/test-app.ts';
import { compactCounts } from './product-counts.ts';

let app: TestApp;
let seller: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  seller = await app.insertUser('seller');
});
afterAll(() => app.close());

const totalOf = async (query: ProductQuery) => {
  const result = answerWithHeaders(await app.call(listProducts, { query: { limit: 1, ...query } }));
  return result.headers.get('x-total-count');
};

function answerWithHeaders<R extends { ok: boolean }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error('refused');
  return result as Extract<R, { ok: true }>;
}

const filters: ProductQuery[] = [
  {},
  { brand: 'Samsung' },
  { condition: 'fair' },
  { minYear: 2023 },
  { available: true },
  { brand: 'Samsung', condition: 'good', available: true },
  { maxPrice: 300 },
  { verified: true },
  { q: 'galaxy' },
];

/** Compares every total with the length of the whole list. */
async function expectTotalsToBeRight(): Promise<void> {
  for (const query of filters) {
    const whole = unwrap(await app.call(listProducts, { query }));
    expect([query, await totalOf(query)]).toEqual([query, String(whole.length)]);
  }
  const advertised = unwrap(await app.call(listAdvertisedProducts, {}));
  const page = answerWithHeaders(await app.call(listAdvertisedProducts, { query: { limit: 1 } }));
  expect(page.headers.get('x-total-count')).toBe(String(advertised.length));
}

test('totals stay correct under concurrent changes, rollbacks and compaction', async () => {
  const change = (set: string, id: string) =>
    app.db.execute(sql.raw(`update products set ${set} where id = '${id}'`));
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      app.insertProduct(seller, {
        name: n % 3 ? `iPhone ${n}` : `Galaxy S2${n}`,
        category: n % 3 ? 'Iphone' : 'Samsung',
        condition: n % 2 ? 'good' : 'fair',
        purchaseYear: 2020 + (n % 5),
        resalePriceCents: 20_000 + n * 1_500,
      }),
    ),
  );
  await expectTotalsToBeRight();
  const [a, b, c, d, e] = ids as [string, string, string, string, string];
  await Promise.all([
    change("status = 'Sold'", a),
    change('advertised = true', b),
    change('removed_at = now()', c),
    change("status = 'Sold', is_paid = true", d),
    compactCounts(app.db),
    app.db.execute(sql.raw(`delete from products where id = '${e}'`)),
    compactCounts(app.db),
  ]);
  await expectTotalsToBeRight();
  await app.db
    .transaction(async (tx) => {
      await tx.execute(sql.raw("update products set status = 'Sold'"));
      throw new Error('undone');
    })
    .catch(() => undefined);
  await change('removed_at = null', c);
  await change("name = 'Galaxy A54', category = 'Samsung'", b);
  await expectTotalsToBeRight();
});

test('compaction merges the counter rows of each group and leaves the totals unchanged', async () => {
  await app.db.execute(sql`
    insert into product_counts
    select 'Xiaomi', 'good', 2022, 'Available', false, n from generate_series(1, 1500) i,
      (values (1), (-1)) as each (n)`);
  expect(await compactCounts(app.db)).toBeGreaterThan(3000);
  const { rows } = await app.db.execute(
    sql`select count(*)::int as rows, count(distinct (category, condition, purchase_year, status, advertised))::int as kinds from product_counts`,
  );
  expect(rows[0]?.rows).toBe(rows[0]?.kinds);
  expect(await compactCounts(app.db)).toBe(0);
  await expectTotalsToBeRight();
});

test('a very long list reports its total only where it is precomputed; a search does not', async () => {
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), ${seller.id}, 'POCO F5 number ' || n, 'One of many.', 'Xiaomi', 'good',
      '/images/x.jpg', 50000, 30000, '+1 202-555-0142', 'Porto', 2022, '3 years'
    from generate_series(1, 1001) n`);
  expect(Number(await totalOf({ brand: 'Xiaomi' }))).toBe(1001);
  expect(await totalOf({ q: 'poco' })).toBeNull();
  expect(await totalOf({ brand: 'Xiaomi', minPrice: 100 })).toBeNull();
  expect(await totalOf({ q: 'poco number 77' })).toBe('1');
});
