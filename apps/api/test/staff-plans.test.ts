import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emit } from '../src/platform/outbox.ts';
import { planNodes, recordStatements } from './query-plans.ts';
import { createTestApp, type TestApp, type TestUser } from './test-app.ts';

let app: TestApp;
let admin: TestUser;
let seller: TestUser;
let reported: string;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.insertUser('admin');
  seller = await app.insertUser('seller');
  // Enough rows that the planner prefers indices. The names of what the audit log mentions are looked up.
  const sellers = await app.insertPeople('seller', 4000);
  await app.db.execute(sql`
    insert into products (id, seller_id, name, description, category, condition, image_url,
      original_price_cents, resale_price_cents, seller_phone, location, purchase_year, years_of_use)
    select gen_random_uuid(), case when n <= 2000 then ${seller.id} else id end, 'Galaxy S' || n % 50,
      'Number ' || n, 'Samsung', 'good', '/images/x.jpg', 50000, 20000 + n, '+1 202-555-0142', 'Porto',
      2020, '3 years'
    from unnest(${sql.param(sellers)}::uuid[]) with ordinality as sellers (id, n)`);
  await app.db.execute(sql`
    update products set removed_at = now() where id in (
      select id from products where seller_id = ${seller.id} order by id limit 3)`);
  await app.db.execute(sql`
    insert into reports (id, product_id, reporter)
    select gen_random_uuid(), id, 'address:plan' from products order by name limit 20`);
  await app.db.execute(sql`
    insert into audit_entries (action, actor_id, actor_role, target_type, target_id, changes)
    select 'seller.verified', ${admin.id}, 'admin', 'user', id::text, '{}' from users limit 2000`);
  const { rows } = await app.db.execute<{ id: string }>(
    sql`select product_id as id from reports limit 1`,
  );
  reported = rows[0]?.id ?? '';
  await app.database.executeAsOwner('vacuum (analyze) users, products, reports, audit_entries');
}, 120_000);
afterAll(() => app.close());

/** The tables that the statements scan in full, and the indices that they use. */
async function costOf(
  work: () => Promise<unknown>,
): Promise<{ readWhole: string[]; indices: string[] }> {
  const statements = await recordStatements(app.db.$client, work);
  expect(statements).not.toEqual([]);
  const client = await app.db.$client.connect();
  try {
    const nodes = [];
    for (const statement of statements) nodes.push(...(await planNodes(client, statement)));
    return {
      readWhole: nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? ''),
      indices: nodes.flatMap((node) => node['Index Name'] ?? []),
    };
  } finally {
    client.release();
  }
}

const anyId = '01900000-0000-7000-8000-000000000000';
const large = ['users', 'products', 'audit_entries'];
const day = new Date().toISOString().slice(0, 10);

test.each([
  ['/api/audit-log'],
  [`/api/audit-log?q=${anyId}`],
  [`/api/audit-log/entries.csv?from=${day}&to=${day}`],
  ['/allproducts/report'],
  [`/api/seller-records?q=${anyId}`],
])('%s scans no large table', async (url) => {
  const { readWhole } = await costOf(async () => {
    const { statusCode } = await app.server.inject({
      url,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(statusCode).toBe(200);
  });
  expect(readWhole.filter((table) => large.includes(table))).toEqual([]);
});

test('earlier reports of a seller are found by the index of removed listings', async () => {
  const { indices } = await costOf(() =>
    app.server.inject({
      url: '/allproducts/report',
      headers: { authorization: `Bearer ${admin.token}` },
    }),
  );
  expect(indices).toContain('products_removed_of_seller');
});

test('the announcement of a report scans neither people nor listings', async () => {
  const { readWhole, indices } = await costOf(async () => {
    await emit(app.db, { type: 'moderation.reported', kind: 'listing', id: reported });
    await app.runJobs('dispatch-outbox');
  });
  expect(indices).toContain('users_staff');
  expect(readWhole.filter((table) => large.includes(table))).toEqual([]);
});
