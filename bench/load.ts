import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** What a round of load is; `main.ts` writes it, this program does it in a process of its own. */
export interface LoadSpec {
  readonly url: string;
  /** Addresses that are asked for in turn. */
  readonly paths: readonly string[];
  /** Makes every address one of its own, so that no answer has been kept. */
  readonly unique?: boolean;
  readonly connections: number;
  readonly seconds: number;
  /** Orders to place instead: each with a product of its own, and the tokens in turn. */
  readonly orders?: { readonly tokens: readonly string[]; readonly products: readonly string[] };
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of an answer, as it is sent. */
  readonly bytes: number;
  readonly succeeded: number;
  readonly failed: number;
}

const load = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as LoadSpec;
let sent = 0;

/** Browsers take packed answers, and so does this. */
const headers = { 'accept-encoding': 'gzip, deflate, br' };

const result = await autocannon({
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  headers,
  requests: [
    {
      setupRequest: (request) => {
        const n = sent++;
        if (!load.orders) {
          const path = load.paths[n % load.paths.length] as string;
          return { ...request, path: load.unique ? `${path}&x=${process.pid}-${n}` : path };
        }
        const { tokens, products } = load.orders;
        return {
          ...request,
          method: 'POST',
          path: '/orders',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokens[n % tokens.length]}`,
          },
          body: JSON.stringify({
            productId: products[n % products.length],
            phone: '+1 202-555-0123',
            location: 'At the station, under the clock',
          }),
        };
      },
    },
  ],
});

const answered = result['2xx'];
process.stdout.write(
  JSON.stringify({
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
    succeeded: answered,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult),
);
