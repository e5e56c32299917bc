import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, publicUrl, type TestApp, type TestUser } from '../../../test/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import {
  compactRevisions,
  createRevisionReader,
} from '../../platform/response-cache/catalogue-revision.ts';
import { createResponseCache } from '../../platform/response-cache/response-cache.ts';
import { nearScopes } from './scopes.ts';

let database: TestDatabase;
let app: TestApp;
/** Computes every response from the database. */
let computing: TestApp;
let url: string;
let sellers: TestUser[];
const ids: string[] = [];
let close: () => Promise<void>;
let cache: ReturnType<typeof createResponseCache>;

const names = ['iPhone 13 128 GB, Blue', 'iPhone 12 64 GB', 'Galaxy S23 256 GB', 'Redmi Note 12'];
const categories = ['Iphone', 'Iphone', 'Samsung', 'Xiaomi'] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  const revisions = createRevisionReader({
    connectionString: database.url,
    onLost: () => undefined,
    onError: () => undefined,
  });
  cache = createResponseCache({
    revisions,
    clock: { now: () => new Date() },
    allowedOrigins: [publicUrl],
  });
  app = await createTestApp({ database, revisions, server: { responseCache: cache } });
  computing = await createTestApp({ database });
  url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  close = async () => {
    await app.close();
    await computing.close();
    await revisions.close();
    await database.close();
  };
  sellers = [await app.insertUser('seller'), await app.insertUser('seller')];
  for (let n = 0; n < 24; n++) {
    ids.push(
      await app.insertProduct(sellers[n % 2] as TestUser, {
        name: names[n % 4] as string,
        category: categories[n % 4] as (typeof categories)[number],
        resalePriceCents: 10_000 + n * 700,
        advertised: n % 3 === 0,
        postedAt: new Date(Date.UTC(2026, 0, 1 + n)),
      }),
    );
  }
  // Enough phones at prices in between that similar phones do not have all prices.
  await app.db.execute(sql`insert into products (id, seller_id, name, description, category, condition,
      image_url, original_price_cents, resale_price_cents, seller_phone, location, purchase_year,
      years_of_use, posted_at)
    select gen_random_uuid(), ${sellers[0]?.id}, 'iPhone 13', 'As new.', 'Iphone', 'good', '/images/x.jpg',
      90000, 20000 + n * 100, '+1 202-555-0142', 'Porto', 2022, '3 years', '2025-01-01'
    from generate_series(1, 200) n`);
});
afterAll(() => close());

const lists = [
  '/allproducts?limit=5',
  '/allproducts?limit=500',
  '/allproducts?limit=5&sort=price',
  '/allproducts?limit=5&available=true',
  '/allproducts?limit=5&verified=true',
  '/allproducts?limit=5&maxPrice=150',
  '/allproducts?limit=5&brand=Samsung',
  '/allproducts?limit=5&q=iphone+13',
  '/allproducts?limit=5&q=xperia&brand=Xiaomi',
  '/allproducts/Iphone?limit=5',
  '/allproducts/Samsung?limit=5&condition=good',
  '/advertizedproduct?limit=5',
  '/api/products/facets',
  '/api/products/suggestions?q=gal',
];
const ofProduct = [
  (id: string) => `/api/products/${id}`,
  (id: string) => `/api/products/${id}/similar`,
];

const set = (assignment: string) => (id: string) =>
  `update products set ${assignment} where id = '${id}'`;
const changes: readonly ((id: string, seller: string) => string)[] = [
  set('resale_price_cents = 10000 + (resale_price_cents + 1700) % 60000'),
  set("status = case when status = 'Sold' then 'Available' else 'Sold' end"),
  set('removed_at = case when removed_at is null then now() end'),
  set('advertised = not advertised'),
  set("condition = case when condition = 'good' then 'fair' else 'good' end"),
  set("name = case when name like 'Xperia%' then 'iPhone 13 128 GB' else 'Xperia ' || name end"),
  set("category = case when category = 'Iphone' then 'Samsung' else 'Iphone' end"),
  set("posted_at = posted_at + interval '1 hour'"),
  set('description = description || $$ x$$'),
  (id) => `with moved as (delete from products where id = '${id}' returning seller_id)
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), '${sellers[0]?.id}', 'iPhone 15', 'Added.', 'Iphone', 'good',
      '/images/x.jpg', 90000, 30000, '+1 202-555-0142', 'Porto', 2022, '3 years'`,
  (_, seller) => `update users set verified = not verified where id = '${seller}'`,
  (_, seller) => `update users set name = name || 'x' where id = '${seller}'`,
  () =>
    'update products set resale_price_cents = resale_price_cents + 100 where name = $$iPhone 13$$',
];

const read = async (path: string) => {
  const response = await fetch(url + path);
  const { headers } = response;
  return [
    response.status,
    headers.get('x-total-count'),
    headers.get('link'),
    await response.json(),
  ];
};
const readComputed = async (path: string) => {
  const { statusCode, headers, body } = await computing.server.inject({ url: path });
  const [total = null, link = null] = [headers['x-total-count'], headers.link];
  return [statusCode, total === null ? null : `${total}`, link, JSON.parse(body)];
};

test('after any change, every cached response is what the database has', async () => {
  const step = fc.record({
    change: fc.constantFrom(...changes),
    product: fc.nat(ids.length - 1),
    seller: fc.nat(1),
    compact: fc.nat(19).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 5 }), async (steps) => {
      for (const { change, product, seller, compact } of steps) {
        const id = ids[product] as string;
        await app.db.execute(change(id, sellers[seller]?.id ?? ''));
        if (compact) await compactRevisions(app.db);
        const paths = [
          ...lists,
          ...[id, ids[(product + 5) % 24] as string].flatMap((each) =>
            ofProduct.map((of) => of(each)),
          ),
        ];
        for (const path of paths) {
          expect([path, ...(await read(path))]).toEqual([path, ...(await readComputed(path))]);
        }
      }
    }),
    { numRuns: 4 },
  );
  expect(cache.counts.hits).toBeGreaterThan(10);
}, 120_000);

/** Whether responses were in the cache. */
const wereCached = async (paths: readonly string[]) => {
  const found: boolean[] = [];
  for (const path of paths) {
    const { hits } = cache.counts;
    await read(path);
    found.push(cache.counts.hits > hits);
  }
  return found;
};

test('a change of a phone leaves others, and the lists that it does not enter or leave', async () => {
  const other = await app.insertProduct(sellers[1] as TestUser);
  const listed = [`/api/products/${other}`, '/allproducts?limit=3', '/allproducts/Xiaomi?limit=3'];
  const filtered = ['/allproducts?limit=3&sort=price', '/api/products/facets'];
  const changed = await app.insertProduct(sellers[0] as TestUser, {
    postedAt: new Date(Date.UTC(2024, 0, 1)),
    category: 'Samsung',
  });
  for (const path of [...listed, ...filtered, `/api/products/${changed}`]) await read(path);
  await app.db.execute(set('resale_price_cents = 54300')(changed));
  expect(await wereCached(listed)).toEqual([true, true, true]);
  expect(await wereCached([...filtered, `/api/products/${changed}`])).toEqual([
    false,
    false,
    false,
  ]);
  await app.db.execute(set('removed_at = now()')(changed));
  expect(await wereCached(listed)).toEqual([true, false, true]);
  for (const path of filtered) await read(path);
  await app.insertUser('buyer');
  expect(await wereCached([...listed, ...filtered])).toEqual([true, true, true, true, true]);
});

test('the price history of a model is cached until a phone of that model is sold', async () => {
  const path = '/api/models/iphone-13/price-history';
  const sell = (slug: string) =>
    app.db.execute(sql`insert into sales (id, model_id, storage_gb, condition, price_cents, sold_on, days_listed)
      select gen_random_uuid(), id, 128, 'good', 30000, current_date, 3 from models where slug = ${slug}`);
  await read(path);
  await app.db.execute(set('resale_price_cents = 54400')(ids[0] as string));
  await sell('iphone-12');
  expect(await wereCached([path])).toEqual([true]);
  await sell('iphone-13');
  expect(await wereCached([path])).toEqual([false]);
  expect(await read(path)).toEqual(await readComputed(path));
});

test('a range without a bound, or of many prices, is the whole category', () => {
  expect(nearScopes('Iphone', [1_499, 1_500])).toEqual(['near:Iphone:2', 'near:Iphone:3']);
  expect(nearScopes('Iphone', [undefined, 1_500])).toEqual(['changed:Iphone']);
  expect(nearScopes('Iphone', [100, 100_000])).toEqual(['changed:Iphone']);
});
