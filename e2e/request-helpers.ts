import type { Page, Route } from '@playwright/test';

/** A call that a page made. */
export interface RecordedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The parsed JSON body; undefined where there was none, or where it is a form. */
  readonly body: unknown;
}

/** Writes down the calls that a page makes from now on, in their order. */
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

/** The calls that are not reads, as `POST /orders`. */
export const writesIn = (calls: readonly RecordedRequest[]): string[] =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

/** Holds the answers to some calls back until they are let go. */
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
