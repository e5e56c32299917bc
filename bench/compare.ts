import { request } from 'node:http';
import type { RecordedResponse } from './baseline-server.ts';
import type { LoadResult } from './load.ts';
import { runLoad, type Server, startBaselineServer } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** The size of a run: full or quick. */
export interface RunSize {
  readonly rounds: number;
  readonly seconds: number;
}

export interface Comparison {
  readonly name: string;
  /** Paths that are requested in turn. */
  readonly paths: readonly string[];
  readonly connections?: number;
}

export interface ComparisonResult {
  /** Requests per second, relative to the baseline server. */
  readonly ratio: number;
  readonly redial: LoadResult;
  readonly baseline: LoadResult;
}

const connections = 32;

/** Alternates between both servers with the same responses. @returns the median of all rounds. */
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
      const redial = await runLoad({ url: server.url, ...load });
      const baseline = await runLoad({ url: bare.url, ...load });
      if (redial.failed + baseline.failed > 0) throw new Error(`${name}: requests failed`);
      results.push({
        ratio: redial.perSecond / baseline.perSecond,
        redial,
        baseline,
      });
    }
  } finally {
    bare.stop();
  }
  const ratio = median(results.map((one) => one.ratio));
  const typical = results.find((one) => one.ratio >= ratio) ?? (results[0] as ComparisonResult);
  return { ...typical, ratio };
}

/** Records a response as sent. Does not use `fetch`, which decompresses. */
function recordResponse(url: string, path: string): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    asked.once('error', reject).once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
        const body = Buffer.concat(chunks);
        const headers = Object.entries(response.headers).flatMap(([name, value]) =>
          own.has(name) || name === 'content-length' ? [] : [name, String(value)],
        );
        if (response.statusCode !== 200)
          reject(new Error(`${path} responses ${response.statusCode}`));
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

/** Formats a comparison as a table row. */
export const ratioRow = (
  what: string,
  target: number,
  { ratio, redial, baseline }: ComparisonResult,
  memory: number,
): ResultRow => ({
  name: what,
  measured: `${round(ratio)} of the baseline: ${Math.round(redial.perSecond)} of ${Math.round(baseline.perSecond)} per second, p50 ${redial.p50} ms, p99 ${redial.p99} ms, ${round(redial.bytes / 1024, 1)} kB`,
  target: `at least ${target}`,
  met: ratio >= target,
  figures: { ratio, redial, baseline, memory },
});
