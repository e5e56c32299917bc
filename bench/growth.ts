import type { RunSize } from './compare.ts';
import { runLoad, type Server, startBaselineServer } from './processes.ts';
import { median, type ResultRow, round } from './report.ts';

/** What must not cost more with a larger catalogue; `deep` starts many pages in. */
const queries = {
  'all, newest': '/allproducts?limit=24',
  'all, cheapest': '/allproducts?limit=24&sort=price',
  'one category': '/allproducts/Samsung?limit=24',
  advertised: '/advertizedproduct?limit=24',
  'available, one brand': '/allproducts?limit=24&brand=Xiaomi&available=true',
  'all, newest, deep page': 'deep',
  'a model and storage': '/allproducts?limit=24&model=iphone-13&storage=128',
  'with updates, least cost per month':
    '/allproducts?limit=24&updates=supported&sort=cost-per-month',
  'price estimate': {
    path: '/api/price-estimates',
    body: { model: 'iphone-13', storageGb: 128, condition: 'good', batteryHealthPct: 88 },
  },
} as const;
type QueryName = keyof typeof queries;

/** Uncached throughput of each query, also relative to the baseline server. */
export type QueryCosts = Readonly<
  Record<QueryName, { ratio: number; perSecond: number; p99: number }>
>;

/** @param deepPage number of the deep page; in a small catalogue the last full page. */
export async function measureQueries(
  server: Server,
  deepPage: number,
  { rounds, seconds }: RunSize,
): Promise<QueryCosts> {
  const deep = await findPagePath(server.url, deepPage);
  const bare = await startBaselineServer([{ path: '/', headers: [], body: '' }]);
  const costs: [string, QueryCosts[QueryName]][] = [];
  try {
    for (const [name, query] of Object.entries(queries)) {
      const results = [];
      const what =
        typeof query === 'string'
          ? { paths: [query === 'deep' ? deep : query], unique: true }
          : { paths: [query.path], body: query.body };
      for (let n = 0; n < rounds; n++) {
        const load = { connections: 8, seconds };
        const redial = await runLoad({ url: server.url, ...what, ...load });
        const baseline = await runLoad({
          url: bare.url,
          paths: ['/'],
          ...load,
          seconds: seconds / 2,
        });
        if (redial.failed > 0) throw new Error(`${name}: ${redial.failed} requests failed`);
        results.push({ ...redial, ratio: redial.perSecond / baseline.perSecond });
      }
      const perSecond = median(results.map((one) => one.perSecond));
      const p99 = median(results.map((one) => one.p99));
      costs.push([name, { ratio: median(results.map((one) => one.ratio)), perSecond, p99 }]);
    }
  } finally {
    bare.stop();
  }
  return Object.fromEntries(costs) as QueryCosts;
}

/** Finds the path of a page by following `Link` headers. */
async function findPagePath(url: string, page: number): Promise<string> {
  let path = '/allproducts?limit=100';
  for (let left = page * 24; left > 100; left -= 100) {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    if (!next) break;
    const { pathname, search } = new URL(next);
    path = pathname + search;
  }
  return path.replace('limit=100', 'limit=24');
}

export function growthRows(small: QueryCosts, large: QueryCosts): ResultRow[] {
  return (Object.keys(queries) as QueryName[]).map((name) => {
    const times = small[name].ratio / large[name].ratio;
    const figure = ({ perSecond, p99 }: QueryCosts[QueryName]) =>
      `${Math.round(perSecond)} per second, p99 ${p99} ms`;
    return {
      name: `uncached: ${name}`,
      measured: `${round(times)} times the cost (10 thousand: ${figure(small[name])}; 1 million: ${figure(large[name])})`,
      target: 'at most 1.5 times',
      met: times <= 1.5,
      figures: { times, small: small[name], large: large[name] },
    };
  });
}
