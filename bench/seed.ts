import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { benchMailDomain, generateCatalogue } from './catalogue.ts';

const columns = {
  users: 'id, identity_uid, email, email_key, name, role, verified',
  products: `id, seller_id, name, description, written, category, condition, image_url, original_price_cents,
    resale_price_cents, seller_phone, location, purchase_year, years_of_use, status, is_paid,
    advertised, posted_at, model_id, storage_gb, colour, located_with`,
};

/** Fills the database with generated products by COPY, with triggers and indexes in place. */
export async function seedCatalogue(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ image_url: string }>(
    'select distinct image_url from products where seller_id not in (select id from users where email like $1) order by 1',
    [`%@${benchMailDomain}`],
  );
  await client.query('begin');
  // A job reports products whose price is far below the usual one.
  await client.query(
    `delete from reports where product_id in (
      select p.id from products p join users u on u.id = p.seller_id where u.email like $1)`,
    [`%@${benchMailDomain}`],
  );
  await client.query(
    'delete from products where seller_id in (select id from users where email like $1)',
    [`%@${benchMailDomain}`],
  );
  await client.query('delete from users where email like $1', [`%@${benchMailDomain}`]);
  const lines = generateCatalogue(
    count,
    rows.map(({ image_url }) => image_url),
    await readModelIds(client),
  );
  await copy(client, 'users', lines.users);
  await copy(client, 'products', lines.products);
  await client.query('commit');
  await client.query('vacuum (analyze) products');
  await client.query('vacuum (analyze) users');
}

async function readModelIds(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from models');
  return new Map(rows.map(({ id, name }) => [name, Number(id)]));
}

async function copy(client: pg.Client, table: keyof typeof columns, lines: Iterable<string>) {
  const target = client.query(copyFrom(`copy ${table} (${columns[table]}) from stdin`));
  await pipeline(Readable.from(inChunks(lines)), target);
}

/** Groups lines, because each write has a fixed cost. */
function* inChunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = [];
  for (const line of lines) {
    if (chunk.push(line) === 500) {
      yield Buffer.from(chunk.join(''));
      chunk = [];
    }
  }
  yield Buffer.from(chunk.join(''));
}
