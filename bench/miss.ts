import { createRandom, rowId } from './catalogue.ts';
import type { RunSize } from './compare.ts';
import type { LoadResult } from './load.ts';
import { runLoad, type Server, startFloorServer } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';
import { distinctSearches, searchPath } from './searches.ts';

/** A measurement of responses that nobody has asked for before. */
interface Miss {
  readonly name: string;
  /** Paths of one round. Each is requested once, or has filters added that make it unique. */
  readonly paths: (round: number) => readonly string[];
  readonly unique?: boolean;
}

/** More paths than a round requests. */
const perRound = 20_000;

/**
 * Measures responses that are not in the cache: JSON relative to the floor (`floor-server.ts`), searches
 * and rendered pages per second.
 *
 * @param products number of products in the catalogue
 */
export async function missRows(
  server: Server,
  products: number,
  size: RunSize,
): Promise<ResultRow[]> {
  const product = await createProductPicker(products);
  const cursors = await collectCursors(server.url, 300 * size.rounds * size.seconds);
  const searches = distinctSearches();
  const part = <T>(all: readonly T[], of: number, parts: number): readonly T[] =>
    all.slice(Math.floor((all.length * of) / parts), Math.floor((all.length * (of + 1)) / parts));
  const json: Miss[] = [
    { name: 'list of 24', paths: () => ['/allproducts?limit=24'], unique: true },
    { name: 'category', paths: () => ['/allproducts/Samsung?limit=24'], unique: true },
    {
      name: 'one product',
      paths: () => Array.from({ length: perRound }, () => `/api/products/${product()}`),
    },
  ];
  const rows: ResultRow[] = [];
  for (const one of json) rows.push(await floorRow(server, one, size));
  rows.push(
    await rateRow(server, size, {
      name: `never asked before: search of ${products} products`,
      // The second half of the searches is for the rendered pages.
      paths: (n) => part(searches, n, 2 * size.rounds).map((q) => searchPath(q)),
      target: { perSecond: 300, p99: 200, connections: 32 },
    }),
  );
  const pages: Miss[] = [
    {
      name: 'product page',
      paths: () => Array.from({ length: perRound }, () => `/products/${product()}`),
    },
    {
      name: 'search page',
      paths: (n) =>
        part(searches, size.rounds + n, 2 * size.rounds).map(
          (q) => `/search?q=${encodeURIComponent(q)}`,
        ),
    },
    {
      name: 'home page',
      paths: (n) => part(cursors, n, size.rounds).map((one) => `/?after=${one}`),
    },
  ];
  for (const { name, paths } of pages) {
    const target = { perSecond: 150, p99: 100, connections: 8 };
    rows.push(await rateRow(server, size, { name: `never asked before: ${name}`, paths, target }));
  }
  return rows;
}

/** Runs Redial and the floor in turn. */
async function floorRow(
  server: Server,
  { name, paths, unique = false }: Miss,
  { rounds, seconds }: RunSize,
): Promise<ResultRow> {
  const floor = await startFloorServer(server.dataDir);
  const results = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const load = { paths: paths(n), unique, connections: 32, seconds };
      const cpu = await server.cpuSeconds();
      const redial = await runLoad({ url: server.url, ...load });
      const cpuMs = ((await server.cpuSeconds()) - cpu) * 1000;
      const bare = await runLoad({ url: floor.url, ...load });
      if (redial.failed + bare.failed > 0) throw new Error(`${name}: requests failed`);
      const ratio = redial.perSecond / bare.perSecond;
      results.push({ ratio, redial, bare, cpuMs: cpuMs / redial.succeeded });
    }
  } finally {
    floor.stop();
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) as (typeof results)[number];
  const { redial, bare, cpuMs } = typical;
  return {
    name: `never asked before: ${name}, JSON`,
    measured: `${round(ratio)} of the floor: ${Math.round(redial.perSecond)} of ${Math.round(bare.perSecond)} per second, p99 ${redial.p99} ms, ${round(cpuMs)} ms of CPU`,
    target: 'at least 0.5 of the floor',
    met: ratio >= 0.5,
    figures: { results },
  };
}

async function rateRow(
  server: Server,
  { rounds, seconds }: RunSize,
  {
    name,
    paths,
    target,
  }: {
    name: string;
    paths: Miss['paths'];
    target: { perSecond: number; p99: number; connections: number };
  },
): Promise<ResultRow> {
  const results: (LoadResult & { cpuMs: number })[] = [];
  for (let n = 0; n < rounds; n++) {
    const { connections } = target;
    const cpu = await server.cpuSeconds();
    const one = await runLoad({ url: server.url, paths: paths(n), connections, seconds });
    const cpuMs = ((await server.cpuSeconds()) - cpu) * 1000;
    if (one.failed > 0) throw new Error(`${name}: ${one.failed} requests failed`);
    results.push({ ...one, cpuMs: cpuMs / one.succeeded });
  }
  const [perSecond, p50, p99, cpuMs] = (['perSecond', 'p50', 'p99', 'cpuMs'] as const).map((key) =>
    median(results.map((one) => one[key])),
  ) as [number, number, number, number];
  return {
    name,
    measured: `${Math.round(perSecond)} per second at ${target.connections} connections, p50 ${p50} ms, p99 ${p99} ms, ${round(cpuMs)} ms of CPU`,
    target: `at least ${target.perSecond} per second, p99 below ${target.p99} ms`,
    met: perSecond >= target.perSecond && p99 < target.p99,
    figures: { results },
  };
}

/** Ids of products in a random order, none twice in a million. */
async function createProductPicker(count: number): Promise<() => string> {
  const random = createRandom(Date.now());
  return () => rowId('7', Math.floor(random() * count));
}

/** Cursors of the list of all products, by following its links. */
async function collectCursors(url: string, count: number): Promise<string[]> {
  const cursors: string[] = [];
  let after = '';
  while (cursors.length < count) {
    const response = await fetch(`${url}/allproducts?limit=1${after && `&after=${after}`}`);
    await response.text();
    const next = /[?&]after=([^&>]+)/.exec(response.headers.get('link') ?? '')?.[1];
    if (!next) break;
    cursors.push(next);
    after = next;
  }
  return cursors;
}
