import { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A request whose response has ended, or whose connection was closed. */
export interface ObservedRequest {
  readonly method: string;
  /** The pattern of the route, such as `/orders/:id`; never a URL, which may name somebody. */
  readonly route: string;
  /** The status of the response; 499 if the client left before there was one. */
  readonly status: number;
  readonly seconds: number;
}

export interface RequestObserver {
  /** A live stream was opened (1) or closed (-1). */
  streams(change: 1 | -1): void;
  finished(request: ObservedRequest): void;
}

/** Responses from the response cache that precede routing, and refusals by a limit. */
const unrouted = '(unrouted)';
const streamRoute = '/api/events';
/** Static files have one route each. */
const assets = '/assets/';

/**
 * Observes the requests of clients: not those that pages make in-process. Must be called before routes
 * are registered.
 */
export function observeRequests(app: FastifyInstance, observer: RequestObserver): void {
  const routes = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!(raw instanceof IncomingMessage)) return;
    const route = routeOptions.url ?? '(none)';
    routes.set(raw, route.startsWith(assets) ? `${assets}*` : route);
    if (route === streamRoute) observer.streams(1);
  });
  app.server.prependListener('request', (request, response) => {
    const since = performance.now();
    response.once('close', () => {
      const route = routes.get(request) ?? unrouted;
      if (route === streamRoute) observer.streams(-1);
      observer.finished({
        method: request.method ?? '',
        route,
        status: response.headersSent ? response.statusCode : 499,
        seconds: (performance.now() - since) / 1000,
      });
    });
  });
}
