import type { Page, Route } from '@playwright/test';

/** A request that a page made. */
export interface RecordedRequest {
  readonly method: string;
  /** Including the query. */
  readonly path: string;
  /** The parsed JSON body; `undefined` if there is none or it is a form. */
  readonly body: unknown;
}

/** Records the API requests of a page from now on, in order. */
export function recordRequests(page: Page): RecordedRequest[] {
  const calls: RecordedRequest[] = [];
  page.on('request', (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return;
    const { pathname, search } = new URL(request.url());
    const type = request.headers()['content-type'] ?? '';
    calls.push({
      method: request.method(),
      path: pathname + search,
      body: type.includes('json') ? request.postDataJSON() : undefined,
    });
  });
  return calls;
}

/** Requests that are not reads, such as `POST /orders`. */
export const writesIn = (calls: readonly RecordedRequest[]): string[] =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

/** Holds matching requests until the returned function is called. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route(address, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return async () => {
    open = true;
    for (const route of held.splice(0)) await route.continue();
  };
}
