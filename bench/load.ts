import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/** One round of load, executed by this program in a separate process. */
export interface LoadSpec {
  readonly url: string;
  /** Paths that are requested in turn. */
  readonly paths: readonly string[];
  /** Makes each URL unique, so that no response is cached. */
  readonly unique?: boolean;
  /** Sent as JSON with `POST`, in place of `GET`. */
  readonly body?: unknown;
  readonly connections: number;
  readonly seconds: number;
  /** Places orders instead: one for each product, with the tokens in turn. */
  readonly orders?: { readonly tokens: readonly string[]; readonly products: readonly string[] };
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Size of a response as transferred. */
  readonly bytes: number;
  readonly succeeded: number;
  readonly failed: number;
}

const load = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as LoadSpec;
let sent = 0;
/** Rounds start at different positions, so that they do not repeat each other's requests. */
const firstIndex = Math.floor(Date.now() / 1000) * 997;

/** Accepts compressed responses, as browsers do. */
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * Adds filters that match every product and differ for thousands of requests. The response cache
 * ignores parameters that an endpoint does not declare; a parameter that occurs twice is refused.
 */
function withUniqueFilters(path: string, n: number): string {
  const index = firstIndex + n;
  const flags = ['', '&verified=false'].flatMap((flag) =>
    path.includes('available=') ? [flag] : [flag, `${flag}&available=false`],
  );
  return `${path}&minYear=${index % 2000}${flags[Math.floor(index / 2000) % flags.length]}`;
}

const options: autocannon.Options = {
  url: load.url,
  connections: load.connections,
  duration: load.seconds,
  ...(load.orders ? { amount: load.orders.products.length } : {}),
  headers,
  requests: [
    {
      setupRequest: (request) => {
        const n = sent++;
        if (!load.orders) {
          const path = load.paths[n % load.paths.length] as string;
          if (load.body) {
            return {
              ...request,
              path,
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(load.body),
            };
          }
          return { ...request, path: load.unique ? withUniqueFilters(path, n) : path };
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
};

const startedAt = performance.now();
let endedAt = startedAt;
const result = await new Promise<autocannon.Result>((resolve, reject) => {
  const running = autocannon(options, (error, ended) => (error ? reject(error) : resolve(ended)));
  // It looks once a second whether all are answered, and counts until then.
  running.on('response', () => {
    endedAt = performance.now();
  });
});
const answered = result['2xx'];
process.stdout.write(
  JSON.stringify({
    perSecond: (answered * 1000) / (endedAt - startedAt),
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / Math.max(1, result.requests.total)),
    succeeded: answered,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult),
);
