import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { enforceBodyTimeout } from './body-timeout.ts';
import { errorHandler } from './error-handler.ts';
import { Problem } from './problem.ts';
import {
  createClientIpResolver,
  type IpRateLimit,
  type TrustedProxies,
} from './rate-limits/index.ts';

/** Paths without a rate limit: cheap, loaded many at a time, or called from one address for all users. */
const exemptPaths = /^\/(?:assets|images|webhooks)\/|^\/(?:healthz|readyz|icon\.svg)$/;

/**
 * Milliseconds until a response must begin. The longest case is an upload while S3 does not respond:
 * three attempts of 10 s to write, and as many to roll back.
 */
const maxResponseTimeMs = 75_000;

/** Handling of every request before Fastify and the response cache. */
export interface ServerSetup {
  readonly serverFactory: FastifyServerFactory;
  /** Lets the app reject rate-limited requests, with the headers of all its responses. */
  attach(app: FastifyInstance): void;
}

/**
 * Creates the HTTP server with rate limiting by IP address and timeouts for slow clients.
 *
 * @param options.wrap wraps the app's request listener, to respond to some requests before it.
 * @param options.onUntrustedProxy called once, on the first request with `X-Forwarded-For` while no proxy
 *   is trusted.
 */
export function createServerFactory(options: {
  limit: IpRateLimit;
  trustedProxies: TrustedProxies;
  wrap?: ((app: RequestListener) => RequestListener) | undefined;
  onUntrustedProxy: () => void;
}): ServerSetup {
  const { limit, trustedProxies, wrap = (app) => app } = options;
  const clientIp = createClientIpResolver(trustedProxies);
  const rejected = new WeakMap<IncomingMessage, number>();
  const responses = new WeakMap<Socket, ServerResponse>();
  let proxyReported = trustedProxies.length > 0;

  const handleRequest =
    (app: RequestListener, inner: RequestListener): RequestListener =>
    (request, response) => {
      enforceBodyTimeout(request, response);
      responses.set(request.socket, response);
      if (!proxyReported && request.headers['x-forwarded-for'] !== undefined) {
        proxyReported = true;
        options.onUntrustedProxy();
      }
      if (exemptPaths.test(request.url ?? '')) return inner(request, response);
      void limit.consume(clientIp(request)).then((wait) => {
        if (wait === 0) return inner(request, response);
        rejected.set(request, wait);
        app(request, response);
      });
    };

  /** Closes an idle connection, unless its response is being computed. */
  function onSocketTimeout(socket: Socket): void {
    const response = responses.get(socket);
    responses.delete(socket);
    if (response?.req.complete && !response.headersSent) socket.setTimeout(maxResponseTimeMs);
    else socket.destroy();
  }

  return {
    // Fastify only applies its timeouts to servers that it creates itself.
    serverFactory: (
      app,
      { http: httpOptions, keepAliveTimeout, requestTimeout, connectionTimeout },
    ) => {
      const timeouts = {
        keepAliveTimeout: Number(keepAliveTimeout),
        requestTimeout: Number(requestTimeout),
      };
      return http
        .createServer({ ...(httpOptions ?? {}), ...timeouts }, handleRequest(app, wrap(app)))
        .setTimeout(Number(connectionTimeout), onSocketTimeout);
    },
    attach: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        const wait = rejected.get(request.raw);
        if (wait === undefined) return;
        reply.header('retry-after', wait);
        const detail = `Too many requests: try again in ${wait} seconds`;
        // Not thrown: some plugins have error formats of their own.
        return errorHandler(new Problem('rate.limited', detail), request, reply);
      });
      app.addHook('onClose', async () => limit.close());
    },
  };
}
