import type { RunSize } from './compare.ts';
import { runLoad, type Server } from './processes.ts';
import { type ResultRow, round } from './report.ts';

const maxMs = 0.2;

/**
 * CPU time of the server per request for what it refuses: paths that do not exist, and clients that are
 * above their limit.
 *
 * @param restart stops the server, starts it with other settings, and returns it.
 */
export async function cheapPathRows(
  restart: (environment: Record<string, string>) => Promise<Server>,
  size: RunSize,
): Promise<ResultRow[]> {
  const server = await restart({});
  const rows = [
    await cpuRow('unknown file', server, '/assets/no-such-file.js', size),
    await cpuRow('unknown path', server, '/no/such/page', size),
  ];
  const limited = await restart({ RATE_LIMIT_SCALE: '1' });
  rows.push(await cpuRow('rate-limited request', limited, '/allproducts?limit=24', size));
  return rows;
}

async function cpuRow(
  name: string,
  server: Server,
  path: string,
  { seconds }: RunSize,
): Promise<ResultRow> {
  const load = { url: server.url, paths: [path], unique: path.includes('/no/'), connections: 32 };
  await runLoad({ ...load, seconds: 1 });
  const before = await server.cpuSeconds();
  const { failed, perSecond } = await runLoad({ ...load, seconds });
  const milliseconds = (1000 * ((await server.cpuSeconds()) - before)) / failed;
  return {
    name: `${name}: CPU time`,
    measured: `${round(milliseconds)} ms for each of ${failed} responses`,
    target: `at most ${maxMs} ms`,
    met: milliseconds <= maxMs && perSecond < 10,
    figures: { milliseconds, failed },
  };
}
