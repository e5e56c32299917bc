import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createRandom, rowId } from './catalogue.ts';
import type { RunSize } from './compare.ts';
import { connect } from './database.ts';
import { runLoad, type Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

const phones = 300;
const changesPerSecond = 10;

/**
 * Phones' pages and JSON, lists, and the home page in a random order, with and without changes of other
 * phones: eight of ten are other prices, one is an order, one removes a phone from all lists.
 *
 * @param products number of products in the catalogue
 */
export async function invalidationRow(
  server: Server,
  products: number,
  { rounds, seconds }: RunSize,
): Promise<ResultRow> {
  const random = createRandom(17);
  const viewed = Array.from({ length: phones }, (_, n) => Math.floor((n * products) / phones));
  const urls = [
    ...viewed.flatMap((n) => [`/products/${rowId('7', n)}`, `/api/products/${rowId('7', n)}`]),
    ...['/', '/allproducts?limit=24', '/advertizedproduct?limit=8'],
    ...['Iphone', 'Samsung', 'Xiaomi'].map((category) => `/allproducts/${category}?limit=24`),
  ];
  const paths = Array.from(
    { length: 20_000 },
    () => urls[Math.floor(random() * urls.length)] as string,
  );
  for (const one of urls) await fetch(server.url + one).then((response) => response.text());
  const client = await connect(server.dataDir);
  const results = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const load = { url: server.url, paths, connections: 32, seconds };
      const still = await runLoad(load);
      const changing = await withChanges(client, { products, viewed }, () => runLoad(load));
      if (still.failed + changing.failed > 0) throw new Error('requests failed');
      results.push({ ratio: changing.perSecond / still.perSecond, still, changing });
    }
  } finally {
    await client.end();
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) as (typeof results)[number];
  return {
    name: `${phones} phones' pages and lists, ${changesPerSecond} changes a second to other phones`,
    measured: `${round(ratio)} of without changes: ${Math.round(typical.changing.perSecond)} of ${Math.round(typical.still.perSecond)} per second, p99 ${typical.changing.p99} ms`,
    target: 'at least 0.7',
    met: ratio >= 0.7,
    figures: { results },
  };
}

/** Changes other products while the work is in progress. */
async function withChanges<T>(
  client: pg.Client,
  { products, viewed }: { products: number; viewed: readonly number[] },
  work: () => Promise<T>,
): Promise<T> {
  const random = createRandom(19);
  const excluded = new Set(viewed);
  let working = true;
  const change = async () => {
    for (let n = 0; working; n++) {
      const at = Math.floor(random() * products);
      const id = rowId('7', excluded.has(at) ? at + 1 : at);
      await client.query(
        n % 10 === 0
          ? "update products set status = 'Sold' where id = $1"
          : n % 10 === 5
            ? 'update products set removed_at = now() where id = $1'
            : 'update products set resale_price_cents = resale_price_cents + 100 where id = $1',
        [id],
      );
      await sleep(1000 / changesPerSecond);
    }
  };
  const changing = change();
  const done = await work().finally(() => {
    working = false;
  });
  await changing;
  return done;
}
