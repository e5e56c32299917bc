import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plan, planNodes, type Statement } from '../../../test/query-plans.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let app: TestApp;
let pool: pg.Pool;
let statements: Statement[] = [];
let id: string;

beforeAll(async () => {
  app = await createTestApp();
  const seller = await app.insertUser('seller');
  id = await app.insertProduct(seller, { name: 'iPhone 13 128 GB, Blue' });
  // Enough rows that the planner prefers indices and that a page differs from the whole list.
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use,
      advertised, posted_at)
    select gen_random_uuid(), ${seller.id}, 'Galaxy S' || n % 50 || ' 128 GB, Cream', 'Number ' || n,
      case when n % 20 = 0 then 'Samsung' else 'Iphone' end, 'good', '/images/x.jpg', 50000,
      20000 + n, '+1 202-555-0142', 'Porto', 2018 + n % 8, '3 years', n % 19 = 0,
      now() - n * interval '1 minute'
    from generate_series(1, 12000) n`);
  // Some, since changing all takes long.
  await app.db.execute(sql`update products set
    price_label = (array['great', 'suspicious', 'high'])[abs(hashtext(id::text)) % 19 + 1],
    cost_per_month_cents = nullif(abs(hashtext(name || id)) % 3000, 0),
    updates_until = date '2024-01-01' + abs(hashtext(id::text)) % 2000
    where purchase_year = 2020`);
  // Wellington and Lyon.
  await app.db.execute(sql`update products set country = 'NZ', place_id = 2179537
    where purchase_year = 2018 and category = 'Samsung'`);
  await app.db.execute(sql`update products set country = 'FR', place_id = 2996944
    where purchase_year = 2019`);
  await app.db.execute(sql`update products set storage_gb = 64 << (abs(hashtext(id::text)) % 3),
    model_id = (select id from models where slug = 'iphone-13')
    where purchase_year >= 2021`);
  await app.database.executeAsOwner(
    'vacuum (analyze) models, products, product_titles, product_counts, users',
  );
  pool = app.db.$client;
  const query = pool.query.bind(pool) as (statement: Statement, values: unknown[]) => unknown;
  // Records each statement and runs it.
  pool.query = ((statement: Statement, values: unknown[]) => {
    statements.push({ text: statement.text, values });
    return query(statement, values);
  }) as typeof pool.query;
}, 180_000);
afterAll(() => app.close());

/** The statements of a request: their number, the tables they scan in full, and the indices they use. */
async function costOf(
  url: string,
): Promise<{ queries: number; read: string[]; readWhole: string[]; indices: string[] }> {
  statements = [];
  const response = await app.server.inject({ url });
  expect(response.statusCode).toBe(200);
  const executed = statements;
  const client = await pool.connect();
  const nodes: Plan[] = [];
  try {
    for (const statement of executed) nodes.push(...(await planNodes(client, statement)));
  } finally {
    client.release();
  }
  const read = nodes.flatMap((node) => node['Relation Name'] ?? []);
  const readWhole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '');
  const indices = nodes.flatMap((node) => node['Index Name'] ?? []);
  return { queries: executed.length, read, readWhole, indices };
}

/**
 * Tables that may be scanned in full: a few counter rows for each group, some thousand titles, and
 * some hundred models.
 */
const small = ['product_counts', 'product_titles', 'users', 'models'];

const deep = (url: string) =>
  app.server.inject({ url }).then(({ headers }) => {
    const { pathname, search } = new URL(/<([^>]+)>/.exec(`${headers.link}`)?.[1] ?? '');
    return pathname + search;
  });

test.each([
  ['/allproducts?limit=24', 'products_listed_newest'],
  ['/allproducts?limit=24&sort=price', 'products_listed_price'],
  ['/allproducts?limit=24&sort=-price', 'products_listed_price'],
  ['/allproducts?limit=24&sort=cost-per-month', 'products_listed_cost'],
  ['/allproducts?limit=24&sort=updates', 'products_listed_updates'],
  ['/allproducts?limit=24&priceLabel=great', 'products_label_newest'],
  ['/allproducts?limit=24&country=NZ', 'products_country_newest'],
  ['/allproducts?limit=24&model=iphone-13&storage=128', 'products_storage_covering'],
  ['/allproducts/Samsung?limit=24', 'products_category_newest'],
  ['/allproducts/Samsung?limit=24&sort=price', 'products_category_price'],
  ['/advertizedproduct?limit=24', 'products_advertised_newest'],
])(
  '%s takes three queries, on the first and the second page, and the page uses %s',
  async (url, index) => {
    for (const page of [url, await deep(url)]) {
      const cost = await costOf(page);
      expect(cost.queries).toBe(3);
      expect(cost.readWhole.filter((table) => !small.includes(table))).toEqual([]);
      expect(cost.indices).toContain(index);
    }
  },
);

test.each([
  ['minYear=2009', 'products_model_covering'],
  ['minYear=2009&storage=128', 'products_storage_covering'],
  ['brand=Iphone&condition=good&maxPrice=300', 'products_model_covering'],
])('the products of a model with %s are counted in its index alone', async (filters, index) => {
  await costOf(`/allproducts?limit=24&model=iphone-13&${filters}`);
  const count = statements.find(({ text }) => text.includes('count(*)')) as Statement;
  const client = await pool.connect();
  const nodes = await planNodes(client, count).finally(() => client.release());
  const scans = nodes.filter((node) => node['Relation Name'] === 'products');
  expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
    ['Index Only Scan', index],
  ]);
});

test('a list around a place takes five queries, of which the page uses the index of places', async () => {
  for (const within of ['', '&within=50', '&within=250']) {
    const cost = await costOf(`/allproducts?limit=24&place=2179537${within}`);
    expect(cost.queries).toBe(within === '' ? 4 : 5);
    expect(cost.readWhole.filter((table) => !small.includes(table))).toEqual([]);
    expect(cost.indices).toContain('products_place_newest');
  }
});

test('one product takes one query, by primary key', async () => {
  const { queries, readWhole } = await costOf(`/api/products/${id}`);
  expect(queries).toBe(1);
  expect(readWhole).not.toContain('products');
  expect(readWhole).not.toContain('reviews');
});

test('a search takes five queries: titles, whether any is listed, ids, rows and count; a misspelt one three more', async () => {
  for (const [q, most] of [
    ['iphone+13', 5],
    ['galxy+s7', 8],
  ] as const) {
    const { queries } = await costOf(`/allproducts?limit=24&q=${q}`);
    expect(queries).toBeLessThanOrEqual(most);
    expect(statements.length).toBe(queries);
  }
  const { readWhole, indices } = await costOf('/allproducts?limit=24&q=iphone+13');
  expect(readWhole).not.toContain('products');
  expect(indices).toContain('products_title_newest');
});

test('a search for words that few or no products have reads no products but these', async () => {
  for (const q of ['zzyyxx', 'iphone+zzyyxx', 'zzyyxx+7', 'galaxy+s7+11857']) {
    for (const url of [`/allproducts?limit=24&q=${q}`, `/api/products/facets?q=${q}`]) {
      const { readWhole, indices } = await costOf(url);
      expect(readWhole, url).not.toContain('products');
      expect(indices, url).not.toContain('products_listed_price');
    }
  }
});

test('the price range of a search reads no products that do not match, however cheap the matches', async () => {
  for (const search of [
    'q=redmi',
    'q=poco&minYear=2010',
    'priceLabel=great',
    'q=iphone&maxPrice=300',
  ]) {
    const { indices } = await costOf(`/api/products/facets?${search}`);
    expect(indices, search).not.toContain('products_listed_price');
  }
});

test('a page of a hundred takes as many queries as a page of one', async () => {
  const [one, many] = [
    await costOf('/allproducts?limit=1'),
    await costOf('/allproducts?limit=100'),
  ];
  expect(many.queries).toBe(one.queries);
});

test('every table that public responses read advances the catalogue revision when it changes', async () => {
  const { rows } = await app.db.execute<{ name: string }>(
    // On insert (4), delete (8), update (16) and truncate (32).
    sql`select tgrelid::regclass::text as name from pg_trigger
      where tgname like 'increment_catalogue_revision%'
      group by tgrelid having bit_or(tgtype) & 60 = 60`,
  );
  // The last two only change together with products.
  const tracked = [...rows.map(({ name }) => name), 'product_titles', 'product_counts'];
  const read = new Set<string>();
  for (const url of [
    '/allproducts?limit=24',
    '/allproducts?limit=24&q=galaxy+s7+cream&verified=true&minPrice=100&sort=price',
    '/allproducts?limit=24&q=number',
    '/allproducts/Iphone?limit=24',
    '/advertizedproduct?limit=24',
    `/api/products/${id}`,
    `/api/products/${id}/similar`,
    '/api/products/facets?q=galaxy&verified=true',
    '/api/products/suggestions?q=gala',
    '/allproducts?limit=24&model=iphone-13&colour=Blue&updates=supported',
    '/api/products/facets?model=iphone-13&storage=128',
    '/api/products/facets?priceLabel=great',
    '/allproducts?limit=24&priceLabel=great&sort=cost-per-month',
  ]) {
    for (const table of (await costOf(url)).read) read.add(table);
  }
  expect(read).toContain('products');
  expect(read).toContain('users');
  expect([...read].filter((table) => !tracked.includes(table))).toEqual([]);
});
