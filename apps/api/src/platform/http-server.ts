import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { answerError } from './error-handler.ts';
import { Problem } from './problem.ts';
import { type CallerLimit, callerOf, type TrustedProxies } from './rate-limits/index.ts';
import { awaitBody } from './slow-bodies.ts';

/** Requests that cost little, come in flocks or from one address for all: they are not counted. */
const uncounted = /^\/(?:assets|images|webhooks)\/|^\/(?:healthz|readyz|icon\.svg)$/;

/** What every request meets first, whoever answers it. */
export interface Edge {
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
export function createEdge(options: {
  limit: CallerLimit;
  trustedProxies: TrustedProxies;
  inFrontOf?: ((app: RequestListener) => RequestListener) | undefined;
  onUntrustedProxy: () => void;
}): Edge {
  const { limit, trustedProxies, inFrontOf = (app) => app } = options;
  const caller = callerOf(trustedProxies);
  const refused = new WeakMap<IncomingMessage, number>();
  let told = trustedProxies.length > 0;

  const meet =
    (app: RequestListener, inner: RequestListener): RequestListener =>
    (request, response) => {
      awaitBody(request, response);
      if (!told && request.headers['x-forwarded-for'] !== undefined) {
        told = true;
        options.onUntrustedProxy();
      }
      const wait = uncounted.test(request.url ?? '') ? 0 : limit.take(caller(request));
      if (wait === 0) return inner(request, response);
      refused.set(request, wait);
      app(request, response);
    };

  return {
    // Fastify sets its times on a server of its own alone.
    serverFactory: (app, { http: more, keepAliveTimeout, requestTimeout, connectionTimeout }) => {
      const times = {
        keepAliveTimeout: Number(keepAliveTimeout),
        requestTimeout: Number(requestTimeout),
      };
      return http
        .createServer({ ...(more ?? {}), ...times }, meet(app, inFrontOf(app)))
        .setTimeout(Number(connectionTimeout));
    },
    attach: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        const wait = refused.get(request.raw);
        if (wait === undefined) return;
        reply.header('retry-after', wait);
        const detail = `Too many requests: try again in ${wait} seconds`;
        // Not thrown: parts of the app have another form for their own errors.
        return answerError(new Problem('rate.limited', detail), request, reply);
      });
      app.addHook('onClose', async () => limit.close());
    },
  };
}
