import type { RequestListener } from 'node:http';
import type { Tracing } from '../ports/tracing.ts';
import type { RouteTracker } from './observe-requests.ts';

/** Checks of balancers and static files, which would be most of all traces. */
const untracedPrefixes = ['/healthz', '/readyz', '/assets/', '/icon.svg'];

/**
 * Wraps the listener for requests, so that each is a trace, or part of its caller's. The span has the
 * pattern of the route; a URL may name somebody.
 */
export function traceRequests(
  tracing: Tracing,
  routes: RouteTracker,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const { method = '', url = '' } = request;
    if (untracedPrefixes.some((prefix) => url.startsWith(prefix))) {
      return listener(request, response);
    }
    const attributes = { 'http.request.method': method };
    const span = tracing.startRequest({ name: method, attributes }, request.headers);
    response.once('close', () => {
      const { statusCode, headersSent } = response;
      const route = routes.find(request);
      const status = headersSent ? statusCode : 499;
      span.end({
        // Responses from the cache precede routing.
        ...(route ? { name: `${method} ${route}` } : {}),
        attributes: {
          'http.response.status_code': status,
          ...(route ? { 'http.route': route } : {}),
        },
        ...(status >= 500 ? { error: { name: String(status) } } : {}),
      });
    });
    span.run(() => listener(request, response));
  };
}
