import { request } from 'node:http';
import type { RecordedResponse } from './baseline-server.ts';
import type { LoadResult } from './load.ts';
import { runLoad, type Server, startBaselineServer } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** How much is measured: a full run, or a quick look. */
export interface RunSize {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Comparison {
  readonly name: string;
  /** Addresses that are asked for in turn. */
  readonly paths: readonly string[];
  readonly connections?: number;
}

export interface ComparisonResult {
  /** Requests a second, as a part of what the bare server answers. */
  readonly ratio: number;
  readonly redial: LoadResult;
  readonly baseline: LoadResult;
}

const connections = 32;

/** Both servers in turn, with the same bytes; of all rounds the median. */
export async function compare(
  server: Server,
  { name, paths, connections: wanted = connections }: Comparison,
  { rounds, seconds }: RunSize,
): Promise<ComparisonResult> {
  const distinct = [...new Set(paths)];
  const recorded: RecordedResponse[] = [];
  for (const path of distinct) recorded.push(await recordResponse(server.url, path));
  const bare = await startBaselineServer(recorded);
  const results: ComparisonResult[] = [];
  try {
    for (let n = 0; n < rounds; n++) {
      const load = { paths, connections: wanted, seconds };
      const ours = await runLoad({ url: server.url, ...load });
      const theirs = await runLoad({ url: bare.url, ...load });
      if (ours.failed + theirs.failed > 0) throw new Error(`${name}: requests failed`);
      results.push({ ratio: ours.perSecond / theirs.perSecond, redial: ours, baseline: theirs });
    }
  } finally {
    bare.stop();
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) ?? (results[0] as ComparisonResult);
  return { ...typical, ratio };
}

/** Not by `fetch`, which unpacks: the bytes as they are sent. */
function recordResponse(url: string, path: string): Promise<RecordedResponse> {
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
  { ratio, redial, baseline }: ComparisonResult,
  memory: number,
): ResultRow => ({
  name: what,
  measured: `${round(ratio)} of the bare server: ${Math.round(redial.perSecond)} of ${Math.round(baseline.perSecond)} a second, p50 ${redial.p50} ms, p99 ${redial.p99} ms, ${round(redial.bytes / 1024, 1)} kB`,
  target: `at least ${target}`,
  met: ratio >= target,
  figures: { ratio, redial, baseline, memory },
});
