import { setTimeout as sleep } from 'node:timers/promises';
import { runLoad, type Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';
import { generateSearches, searchPath } from './searches.ts';

/** Mixed load for some minutes: checks memory growth and failures. */
export async function soakRow(
  server: Server,
  minutes: number,
  products: readonly string[],
): Promise<ResultRow> {
  const seconds = minutes * 60;
  const paths = [
    '/',
    '/allproducts?limit=24',
    '/api/products/facets',
    '/login',
    ...products
      .slice(0, 20)
      .flatMap((path, n) => [path, searchPath(generateSearches(20)[n] as string)]),
  ];
  const samples: number[] = [];
  const loads = Promise.all([
    runLoad({ url: server.url, paths, connections: 8, seconds }),
    // URLs that were never requested, so each response is generated.
    runLoad({
      url: server.url,
      paths: ['/allproducts?limit=24', '/search?sort=newest'],
      unique: true,
      connections: 2,
      seconds,
    }),
  ]);
  let running = true;
  const watch = (async () => {
    while (running) {
      samples.push(await server.memory());
      await sleep(1000);
    }
  })();
  const [cached, uncached] = await loads;
  running = false;
  await watch;
  const part = (from: number, to: number) =>
    median(samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to)));
  const [early, late] = [part(0.3, 0.5), part(0.8, 1)];
  const grown = late - early;
  const failed = cached.failed + uncached.failed;
  return {
    name: `${minutes} minutes of mixed load: memory growth`,
    measured: `${round(grown, 0)} MB, from ${round(early, 0)} MB at half time to ${round(late, 0)} MB at the end (peak ${round(Math.max(...samples), 0)} MB); ${cached.succeeded + uncached.succeeded} responses, ${failed} failed`,
    target: 'less than 10 MB, none failed',
    met: grown < 10 && failed === 0,
    figures: { early, late, samples, cached, uncached },
  };
}
