import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunSize } from './compare.ts';
import { runLoad, type Server } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** Reads the complete list, optionally at a limited rate, until it ends or is aborted. */
function readWholeList(
  url: string,
  { bytesPerSecond, signal }: { bytesPerSecond?: number; signal?: AbortSignal } = {},
) {
  const since = performance.now();
  let bytes = 0;
  let firstByte = 0;
  return new Promise<{ bytes: number; firstByte: number; seconds: number }>((resolve, reject) => {
    const done = () => resolve({ bytes, firstByte, seconds: (performance.now() - since) / 1000 });
    const request = http.get(`${url}/allproducts`, (response) => {
      response.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - since;
        bytes += chunk.length;
        if (bytesPerSecond) {
          response.pause();
          setTimeout(() => response.resume(), (chunk.length / bytesPerSecond) * 1000);
        }
      });
      response.once('end', done);
      response.once('error', done);
    });
    request.once('error', (error) => (signal?.aborted ? done() : reject(error)));
    signal?.addEventListener('abort', () => request.destroy());
  });
}

/** Milliseconds until the socket buffers of slow readers are full. */
const bufferFillMs = 15_000;

/**
 * The complete list: time to first byte, memory use, and the effect of slow readers on other
 * requests.
 */
export async function streamRows(
  server: Server,
  { rounds, seconds }: RunSize,
): Promise<ResultRow[]> {
  const before = await server.memory();
  let peak = before;
  let reading = true;
  const watch = (async () => {
    while (reading) {
      peak = Math.max(peak, await server.memory());
      await sleep(250);
    }
  })();
  const whole = await readWholeList(server.url);
  reading = false;
  await watch;

  const pairs: Awaited<ReturnType<typeof measureBesideSlowReaders>>[] = [];
  for (let n = 0; n < rounds; n++) pairs.push(await measureBesideSlowReaders(server, seconds));
  const of = (which: 'alone' | 'beside', figure: 'perSecond' | 'p99') =>
    median(pairs.map((pair) => pair[which][figure]));
  const failed = pairs.some(({ beside }) => beside.failed > 0);
  const harm = median(pairs.map(({ alone, beside }) => alone.perSecond / beside.perSecond));

  const grown = peak - before;
  return [
    {
      name: 'complete list: time to first byte',
      measured: `${round(whole.firstByte, 1)} ms (${round(whole.bytes / 2 ** 20, 0)} MB in ${round(whole.seconds, 0)} s)`,
      target: 'below 100 ms',
      met: whole.firstByte < 100,
      figures: { ...whole },
    },
    {
      name: 'complete list: memory growth',
      measured: `${round(grown, 0)} MB`,
      target: 'less than 50 MB',
      met: grown < 50,
      figures: { before, peak },
    },
    {
      name: 'effect of five slow readers on other requests',
      measured: `${round(harm)} times the cost: ${Math.round(of('beside', 'perSecond'))} per second with them, ${Math.round(of('alone', 'perSecond'))} without; p99 ${of('beside', 'p99')} and ${of('alone', 'p99')} ms`,
      target: 'at most 1.25 times the cost',
      met: harm <= 1.25 && !failed,
      figures: { pairs },
    },
  ];
}

/** Measures throughput beside five slow readers, and right after. */
async function measureBesideSlowReaders(server: Server, seconds: number) {
  const others = {
    url: server.url,
    paths: ['/allproducts?limit=24'],
    unique: true,
    connections: 8,
    seconds,
  };
  const stop = new AbortController();
  const slow = Array.from({ length: 5 }, () =>
    readWholeList(server.url, { bytesPerSecond: 64 * 1024, signal: stop.signal }),
  );
  // The kernel buffers some megabytes per connection before back-pressure reaches the server.
  await sleep(bufferFillMs);
  const beside = await runLoad(others);
  stop.abort();
  await Promise.all(slow);
  return { beside, alone: await runLoad(others) };
}
