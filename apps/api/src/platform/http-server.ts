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

/** Requests that cost little, come in flocks or from one address for all: they are not counted. */
const exemptPaths = /^\/(?:assets|images|webhooks)\/|^\/(?:healthz|readyz|icon\.svg)$/;

/**
 * Milliseconds that an answer may take to begin. Longest of all takes an upload to an S3 that says
 * nothing: three attempts of 10 s to write it, and as many to take it back.
 */
const maxResponseTimeMs = 75_000;

/** What every request meets first, whoever answers it. */
export interface ServerSetup {
  readonly serverFactory: FastifyServerFactory;
  /** Has the app refuse the requests that are too many, with the headers that all its answers have. */
  attach(app: FastifyInstance): void;
}

/**
 * The server's side towards the line: it counts requests by caller, and lets go of those that come
 * too slowly.
 *
 * @param options.inFrontOf what may answer some requests before the app does.
 * @param options.onUntrustedProxy told once, of a request that a proxy passed on whom nobody trusts.
 */
export function createServerFactory(options: {
  limit: IpRateLimit;
  trustedProxies: TrustedProxies;
  wrap?: ((app: RequestListener) => RequestListener) | undefined;
  onUntrustedProxy: () => void;
}): ServerSetup {
  const { limit, trustedProxies, wrap = (app) => app } = options;
  const clientIp = createClientIpResolver(trustedProxies);
  const refused = new WeakMap<IncomingMessage, number>();
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
      const wait = exemptPaths.test(request.url ?? '') ? 0 : limit.consume(clientIp(request));
      if (wait === 0) return inner(request, response);
      refused.set(request, wait);
      app(request, response);
    };

  /** Nothing moves on a line: it is closed, but for one whose answer is being worked on. */
  function onSocketTimeout(socket: Socket): void {
    const answer = responses.get(socket);
    responses.delete(socket);
    if (answer?.req.complete && !answer.headersSent) socket.setTimeout(maxResponseTimeMs);
    else socket.destroy();
  }

  return {
    // Fastify sets its times on a server of its own alone.
    serverFactory: (app, { http: more, keepAliveTimeout, requestTimeout, connectionTimeout }) => {
      const times = {
        keepAliveTimeout: Number(keepAliveTimeout),
        requestTimeout: Number(requestTimeout),
      };
      return http
        .createServer({ ...(more ?? {}), ...times }, handleRequest(app, wrap(app)))
        .setTimeout(Number(connectionTimeout), onSocketTimeout);
    },
    attach: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        const wait = refused.get(request.raw);
        if (wait === undefined) return;
        reply.header('retry-after', wait);
        const detail = `Too many requests: try again in ${wait} seconds`;
        // Not thrown: parts of the app have another form for their own errors.
        return errorHandler(new Problem('rate.limited', detail), request, reply);
      });
      app.addHook('onClose', async () => limit.close());
    },
  };
}
