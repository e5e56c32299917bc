import type { IncomingMessage } from 'node:http';
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

/** Knows the routes of requests. Calls that pages make in-process are none. */
export interface RouteTracker {
  /** The pattern of the route; `undefined` before routing. */
  find(request: IncomingMessage): string | undefined;
  /** Must be called before routes are registered. */
  attach(app: FastifyInstance): void;
}

export function createRouteTracker(): RouteTracker {
  const routes = new WeakMap<IncomingMessage, string>();
  return {
    find: (request) => routes.get(request),
    attach: (app) =>
      app.addHook('onRequest', async ({ raw, routeOptions }) => {
        const route = routeOptions.url ?? '(none)';
        routes.set(raw, route.startsWith(assets) ? `${assets}*` : route);
      }),
  };
}

/** Observes the requests of clients. Must be called after the routes are tracked. */
export function observeRequests(
  app: FastifyInstance,
  routes: RouteTracker,
  observer: RequestObserver,
): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!reply.raw.destroyed && routes.find(raw) === streamRoute) observer.streams(1);
  });
  app.server.prependListener('request', (request, response) => {
    const since = performance.now();
    response.once('close', () => {
      const route = routes.find(request) ?? unrouted;
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
