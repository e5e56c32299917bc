import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { webContext } from './app/context.ts';
import type { PageMatcher, WebHandler } from './handler.ts';
import { createPageMatcher } from './page-matcher.ts';

const handleRequest = createRequestHandler(build as ServerBuild, import.meta.env.MODE);

/** See `handler.ts`. */
export const hasPage: PageMatcher = createPageMatcher(build.routes);

/**
 * Seconds for which a page may be cached: it contains relative dates. Sessions live in the browser
 * only, so pages are the same for everyone.
 */
const maxAgeSeconds = 60;

/** Request handler of the web app; see `handler.ts`. */
export const handleWeb: WebHandler = async (request, context) => {
  let isComplete = true;
  let hasFailed = false;
  /** What the page depends on; undefined where one of its requests does not say. */
  let scopes: Set<string> | undefined = new Set();
  const provider = new RouterContextProvider();
  provider.set(webContext, {
    ...context,
    async api(endpoint, input) {
      const response = await context.api(endpoint, input);
      const declared = response.headers.get('surrogate-key');
      scopes =
        declared === null ? undefined : scopes && new Set([...scopes, ...declared.split(' ')]);
      isComplete &&= response.status === 200;
      hasFailed ||= response.status >= 500;
      return response;
    },
    onError(error) {
      isComplete = false;
      hasFailed = true;
      context.onError(error);
    },
  });
  const response = await handleRequest(request, provider);
  const isFinal = response.status === 200 || response.status === 404;
  if (request.method === 'GET' && isFinal && isComplete && !import.meta.env.DEV) {
    response.headers.set('surrogate-control', `max-age=${maxAgeSeconds}`);
    if (scopes) response.headers.set('surrogate-key', [...scopes].join(' '));
  }
  // Always revalidate, pages and their data. Not `no-store`, which would disable the back/forward cache,
  // except where a route says so.
  if (!response.headers.has('cache-control')) {
    response.headers.set('cache-control', 'private, no-cache');
  }
  if (response.headers.get('content-type')?.startsWith('text/html')) {
    response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
    // A page without its data is shown, but no crawler should index it.
    if (hasFailed && response.status === 200) {
      return new Response(response.body, { status: 503, headers: response.headers });
    }
  }
  return response;
};
