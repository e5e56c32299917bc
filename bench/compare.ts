import { request } from 'node:http';
import type { Recorded } from './bare.ts';
import type { Loaded } from './load.ts';
import { putLoad, type Server, startBare } from './processes.ts';
import { median, type Row, round } from './rows.ts';

/** How much is measured: a full run, or a quick look. */
export interface Extent {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Comparison {
  readonly what: string;
  /** Addresses that are asked for in turn. */
  readonly paths: readonly string[];
  readonly connections?: number;
}

export interface Compared {
  /** Requests a second, as a part of what the bare server answers. */
  readonly ratio: number;
  readonly redial: Loaded;
  readonly bare: Loaded;
}

const connections = 32;

/** Both servers in turn, with the same bytes; of all rounds the median. */
export async function compare(
  server: Server,
  { what, paths, connections: wanted = connections }: Comparison,
  { rounds, seconds }: Extent,
): Promise<Compared> {
  const distinct = [...new Set(paths)];
  const recorded: Recorded[] = [];
  for (const path of distinct) recorded.push(await record(server.url, path));
  const bare = await startBare(recorded);
  const results: Compared[] = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const load = { paths, connections: wanted, seconds };
      const ours = await putLoad({ url: server.url, ...load });
      const theirs = await putLoad({ url: bare.url, ...load });
      if (ours.failed + theirs.failed > 0) throw new Error(`${what}: requests failed`);
      results.push({ ratio: ours.perSecond / theirs.perSecond, redial: ours, bare: theirs });
    }
  } finally {
    bare.stop();
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) ?? (results[0] as Compared);
  return { ...typical, ratio };
}

/** Not by `fetch`, which unpacks: the bytes as they are sent. */
function record(url: string, path: string): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    asked.once('error', reject).once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
        const body = Buffer.concat(chunks);
        const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
          own.has(name) || name === 'content-length' ? [] : [name, String(value)],
        );
        if (answer.statusCode !== 200) reject(new Error(`${path} answers ${answer.statusCode}`));
        resolve({
          path,
          headers: [...headers, 'content-length', String(body.length)],
          body: body.toString('base64'),
        });
      });
    });
    asked.end();
  });
}

/** The line of a comparison. */
export const ratioRow = (
  what: string,
  target: number,
  { ratio, redial, bare }: Compared,
  memory: number,
): Row => ({
  what,
  measured: `${round(ratio)} of the bare server: ${Math.round(redial.perSecond)} of ${Math.round(bare.perSecond)} a second, p50 ${redial.p50} ms, p99 ${redial.p99} ms, ${round(redial.bytes / 1024, 1)} kB`,
  target: `at least ${target}`,
  met: ratio >= target,
  figures: { ratio, redial, bare, memory },
});
