import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { enforceBodyTimeout } from './body-timeout.ts';
import { errorHandler } from './error-handler.ts';
import { Problem, toProblemBody } from './problem.ts';
import {
  createClientIpResolver,
  type IpRateLimit,
  removeForwardedPorts,
  type TrustedProxies,
} from './rate-limits/index.ts';
import { handleSequentially } from './sequential-requests.ts';

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
 * @param options.limit of all requests but those that are unlimited.
 * @param options.missLimit of unlimited requests that fail (4xx): only what exists, and webhooks with a
 *   valid signature, are unlimited.
 * @param options.isUpload whether a URL gets more time for the body.
 * @param options.wrap wraps the app's request listener, to respond to some requests before it.
 * @param options.onUntrustedProxy called once, on the first request with `X-Forwarded-For` while no proxy
 *   is trusted.
 * @param options.trace wraps the handling of all requests, to trace them.
 */
export function createServerFactory(options: {
  limit: IpRateLimit;
  missLimit: IpRateLimit;
  isUnlimited: (url: string) => boolean;
  isUpload: (url: string) => boolean;
  trustedProxies: TrustedProxies;
  wrap?: ((app: RequestListener) => RequestListener) | undefined;
  onUntrustedProxy: () => void;
  trace?: ((all: RequestListener) => RequestListener) | undefined;
}): ServerSetup {
  const {
    limit,
    missLimit,
    isUnlimited,
    trustedProxies,
    wrap = (app) => app,
    trace = (all) => all,
  } = options;
  const clientIp = createClientIpResolver(trustedProxies);
  const rejected = new WeakMap<IncomingMessage, number>();
  const responses = new WeakMap<Socket, ServerResponse>();
  let proxyReported = trustedProxies.length > 0;

  const handleRequest =
    (app: RequestListener, inner: RequestListener): RequestListener =>
    (request, response) => {
      const { url = '' } = request;
      // The client has disconnected before its request was read: nobody would know whose it is.
      if (request.socket.remoteAddress === undefined) return void request.socket.destroy();
      // The absolute form (for proxies) and `*`: no resource of ours, and it may contain user info.
      if (!url.startsWith('/')) return rejectTarget(response);
      enforceBodyTimeout(request, response, options.isUpload(url));
      responses.set(request.socket, response);
      if (!proxyReported && request.headers['x-forwarded-for'] !== undefined) {
        proxyReported = true;
        options.onUntrustedProxy();
      }
      removeForwardedPorts(request.headers);
      const ip = clientIp(request);
      const checked = isUnlimited(url) ? missLimit.peek(ip) : limit.consume(ip);
      void checked.then((wait) => {
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
        .createServer(
          { ...(httpOptions ?? {}), ...timeouts },
          handleSequentially(trace(handleRequest(app, wrap(app)))),
        )
        .setTimeout(Number(connectionTimeout), onSocketTimeout);
    },
    attach: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        const wait = rejected.get(request.raw);
        if (wait === undefined) return;
        reply.header('retry-after', wait);
        // Not thrown: some plugins have error formats of their own.
        return errorHandler(tooManyRequests(wait), request, reply);
      });
      app.addHook('onResponse', async ({ raw, ip }, reply) => {
        const { statusCode } = reply;
        const failed = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
        if (failed && isUnlimited(raw.url ?? '')) await missLimit.consume(ip);
      });
      app.addHook('onClose', async () => {
        limit.close();
        missLimit.close();
      });
    },
  };
}

/** By seconds, of which there are few: creating an error takes a stack trace, a twentieth of the response. */
const rejections = new Map<number, Problem>();

function tooManyRequests(seconds: number): Problem {
  const known = rejections.get(seconds);
  if (known) return known;
  const detail = `Too many requests: try again in ${seconds} seconds`;
  const problem = new Problem('rate.limited', detail);
  rejections.set(seconds, problem);
  return problem;
}

function rejectTarget(response: ServerResponse): void {
  const problem = new Problem('request.invalid', 'The request target must be a path');
  const body = JSON.stringify(toProblemBody(problem));
  response.writeHead(400, {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(body);
}
