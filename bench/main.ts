import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { rowId } from './catalogue.ts';
import { cheapPathRows } from './cheap-paths.ts';
import { compare, type RunSize, ratioRow } from './compare.ts';
import { connect, waitForJobs } from './database.ts';
import { growthRows, measureQueries } from './growth.ts';
import { invalidationRow } from './invalidation.ts';
import { ledgerRows } from './ledger.ts';
import { liveRows } from './live.ts';
import type { LoadResult } from './load.ts';
import { missRows } from './miss.ts';
import { orderingRow } from './ordering.ts';
import { paidJourneyRow } from './paid-journey.ts';
import { runLoad, type Server, startRedial } from './processes.ts';
import { type ResultRow, round, toMarkdownTable } from './report.ts';
import { generateSearches, searchPath, zipfSample } from './searches.ts';
import { seedCatalogue } from './seed.ts';
import { soakRow } from './soak.ts';
import { streamRows } from './stream.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    port: { type: 'string', default: '4100' },
    soak: { type: 'string' },
    /**
     * `live` measures the live updates only, `trade` whole sales and the ledger, `miss` responses that are
     * not cached or not cached any more, with the catalogue of 10 thousand.
     */
    only: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string', default: 'bench/result.json' },
  },
});
const { quick } = options;
/** A quick run takes some minutes; it is meant for testing the benchmark itself. */
const runSize: RunSize = {
  rounds: Number(options.rounds ?? (quick ? 1 : 3)),
  seconds: quick ? 2 : 4,
};
const sizes = quick ? { small: 2_000, large: 20_000 } : { small: 10_000, large: 1_000_000 };
const soakMinutes = Number(options.soak ?? (quick ? 0.25 : 10));

const startedAt = Date.now();
const log = (line: string) =>
  process.stderr.write(
    `${String(Math.round((Date.now() - startedAt) / 1000)).padStart(5)} s  ${line}\n`,
  );

const live = quick ? { streams: 1000, seconds: 5 } : { streams: 10_000, seconds: 30 };

const ledgerEntries = quick ? 20_000 : 1_000_000;

async function measure(): Promise<ResultRow[]> {
  log('starting Redial');
  server = await start();
  if (options.only === 'live') return liveRows(server, live);
  if (options.only === 'trade') {
    return [await paidJourneyRow(server, runSize), ...(await ledgerRows(server, ledgerEntries))];
  }
  await seed(sizes.small);
  if (options.only === 'miss') {
    return [
      ...(await uncachedRows(server, sizes.small)),
      await orderingRow(server, runSize),
      ...(await cheapPathRows(restart, runSize)),
    ];
  }
  log('lists and estimates of the small catalogue');
  const small = await measureQueries(server, quick ? 50 : 400, runSize);
  await seed(sizes.large);
  await server.stop();
  log('starting again, with the large catalogue');
  server = await start();
  const startRow: ResultRow = {
    name: 'start to first page, 1 million products',
    measured: `${round(server.firstResponseMs / 1000)} s`,
    target: 'below 3 s',
    met: server.firstResponseMs < 3000,
    figures: { milliseconds: server.firstResponseMs },
  };
  const at = server;
  log('waiting for the jobs of the start');
  await waitForJobs(dataDir);
  const rows: ResultRow[] = [startRow];
  const memory = watchMemory(at);
  const part = async (what: string, work: () => Promise<ResultRow[]>) => {
    log(what);
    const measured = await work().catch((error: Error) => [failedRow(what, error)]);
    for (const { name, measured: figure } of measured) log(`  ${name}: ${figure}`);
    rows.push(...measured);
  };
  await part('comparison with the baseline server', () => comparisons(at));
  await part('search', () => searchRows(at));
  await part('facets', () => facetRows(at));
  await part('lists and estimates of the large catalogue', async () =>
    growthRows(small, await measureQueries(at, quick ? 500 : 10_000, runSize)),
  );
  await part('responses that are not cached', () => uncachedRows(at, sizes.large));
  await part('ordering', async () => [await orderingRow(at, runSize)]);
  await part('whole sales', async () => [await paidJourneyRow(at, runSize)]);
  await part('complete list', () => streamRows(at, runSize));
  await part(`mixed load, ${soakMinutes} minutes`, async () => [
    await soakRow(at, soakMinutes, products(1000)),
  ]);
  rows.push(memoryRow(await memory.peak()));
  await part('ledger', () => ledgerRows(at, ledgerEntries));
  await part('live updates', () => liveRows(at, live));
  await part('refused requests', () => cheapPathRows(restart, runSize));
  return rows;
}

/** Responses to first requests, and to requests after changes. */
async function uncachedRows(at: Server, products: number): Promise<ResultRow[]> {
  return [...(await missRows(at, products, runSize)), await invalidationRow(at, products, runSize)];
}

/** A failed measurement counts as a missed target. */
const failedRow = (what: string, error: Error): ResultRow => ({
  name: what,
  measured: `not measured: ${error.message}`,
  target: '',
  met: false,
  figures: { error: error.stack },
});

function start(environment: Record<string, string> = {}): Promise<Server> {
  return startRedial(dataDir, Number(options.port), environment);
}

async function restart(environment: Record<string, string>): Promise<Server> {
  await server?.stop();
  server = await start(environment);
  return server;
}

async function seed(count: number): Promise<void> {
  log(`seeding ${count} products`);
  const client = await connect(dataDir);
  try {
    await seedCatalogue(client, count);
  } finally {
    await client.end();
  }
}

/** Paths of products, evenly distributed over the catalogue. */
const products = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) => `/api/products/${rowId('7', Math.floor((n * sizes.large) / count))}`,
  );

async function comparisons(at: Server): Promise<ResultRow[]> {
  const all = [
    ['24 products', '/allproducts?limit=24', 0.5],
    ['24 products of a category', '/allproducts/Samsung?limit=24', 0.5],
    ['single product', products(1)[0] as string, 0.5],
    ['home page, server-rendered', '/', 0.3],
    ['page of a model, server-rendered', '/models/iphone-13', 0.3],
    ['price history of a model', '/api/models/iphone-13/price-history', 0.5],
  ] as const;
  const rows: ResultRow[] = [];
  for (const [what, one, target] of all) {
    log(what);
    const compared = await compare(at, { name: what, paths: [one] }, runSize);
    rows.push(ratioRow(what, target, compared, await at.memory()));
  }
  log('a thousand products');
  const spread = await compare(at, { name: 'products', paths: products(1000) }, runSize);
  rows.push({ ...ratioRow('a thousand different products', 0.5, spread, await at.memory()) });
  return rows;
}

async function searchRows(at: Server): Promise<ResultRow[]> {
  const seconds = 2 * runSize.seconds;
  const all = generateSearches(4000);
  log('search, warming up');
  for (const q of new Set(all)) await fetch(at.url + searchPath(q)).then((one) => one.text());
  log('search, Zipf-distributed');
  const asked = zipfSample(all, 20_000).map((q) => searchPath(q));
  const repeated = await runLoad({ url: at.url, paths: asked, connections: 32, seconds });
  log('search, no repeated query');
  const cold = await runLoad({
    url: at.url,
    paths: all.map((q) => searchPath(q)),
    unique: true,
    connections: 32,
    seconds,
  });
  // 32 concurrent ones within 30 ms each would be a thousand distinct database searches per second.
  return [
    latencyRow('search, 32 connections, Zipf-distributed queries', repeated, maxSearchMs),
    latencyRow('search, 32 connections, no repeated query', cold),
  ];
}

/** Facets of what a user has narrowed down, which have models, storage sizes and colours. */
async function facetRows(at: Server): Promise<ResultRow[]> {
  const facets = ['brand=Samsung', 'model=iphone-13', 'model=iphone-13&storage=128'];
  const paths = facets.map((filters) => `/api/products/facets?${filters}`);
  for (const one of paths) await fetch(at.url + one).then((response) => response.text());
  const load = { url: at.url, paths, connections: 32, seconds: 2 * runSize.seconds };
  const repeated = await runLoad(load);
  const cold = await runLoad({ ...load, unique: true });
  return [
    latencyRow('facets with models and storage, 32 connections', repeated, maxSearchMs),
    latencyRow('facets with models and storage, 32 connections, no repeated query', cold),
  ];
}

/** Milliseconds that a search and its facets may take. */
const maxSearchMs = 30;

function latencyRow(name: string, result: LoadResult, maxMs?: number): ResultRow {
  const { perSecond, p50, p99, failed } = result;
  return {
    name,
    measured: `p99 ${p99} ms, p50 ${p50} ms, ${Math.round(perSecond)} per second`,
    target: maxMs === undefined ? '' : `p99 below ${maxMs} ms`,
    met: maxMs === undefined ? undefined : p99 < maxMs && failed === 0,
    figures: { ...result },
  };
}

/** Samples the server's memory every second. @returns the peak on request. */
function watchMemory(at: Server) {
  let peak = 0;
  let watching = true;
  const watch = (async () => {
    while (watching) {
      peak = Math.max(peak, await at.memory());
      await sleep(1000);
    }
  })();
  return {
    peak: async () => {
      watching = false;
      await watch;
      return peak;
    },
  };
}

const memoryRow = (peak: number): ResultRow => ({
  name: 'peak memory of the server process',
  measured: `${round(peak, 0)} MB`,
  target: 'below 250 MB',
  met: peak < 250,
  figures: { peak },
});

function machine(): string {
  const [cpu] = cpus();
  return `${availableParallelism()} processors (${cpu?.model.trim()}), Node.js ${process.version}`;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'redial-bench-'));
// If started by root, PostgreSQL runs as another user, who needs access.
await chmod(dataDir, 0o711);
let server: Server | undefined;
const cleanUp = async () => {
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
};
// Remove the directory on Ctrl-C too: it contains some gigabytes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
}
try {
  const rows = await measure();
  await writeFile(
    options.json,
    `${JSON.stringify({ machine: machine(), sizes, runSize, rows }, undefined, 2)}\n`,
  );
  process.stdout.write(`\n${machine()}\n\n${toMarkdownTable(rows)}\n`);
  process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;
} finally {
  await cleanUp();
}
