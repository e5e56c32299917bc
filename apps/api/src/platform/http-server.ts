import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { answerError } from './error-handler.ts';
import { Problem } from './problem.ts';
import { type CallerLimit, callerOf, type TrustedProxies } from './rate-limits/index.ts';
import { awaitBody } from './slow-bodies.ts';

/** Requests that cost little, come in flocks or from one address for all: they are not counted. */
const uncounted = /^\/(?:assets|images|webhooks)\/|^\/(?:healthz|readyz|icon\.svg)$/;

/**
 * Milliseconds that an answer may take to begin. Longest of all takes an upload to an S3 that says
 * nothing: three attempts of 10 s to write it, and as many to take it back.
 */
const longestWork = 75_000;

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
  const answers = new WeakMap<Socket, ServerResponse>();
  let told = trustedProxies.length > 0;

  const meet =
    (app: RequestListener, inner: RequestListener): RequestListener =>
    (request, response) => {
      awaitBody(request, response);
      answers.set(request.socket, response);
      if (!told && request.headers['x-forwarded-for'] !== undefined) {
        told = true;
        options.onUntrustedProxy();
      }
      const wait = uncounted.test(request.url ?? '') ? 0 : limit.take(caller(request));
      if (wait === 0) return inner(request, response);
      refused.set(request, wait);
      app(request, response);
    };

  /** Nothing moves on a line: it is closed, but for one whose answer is being worked on. */
  function standsStill(socket: Socket): void {
    const answer = answers.get(socket);
    answers.delete(socket);
    if (answer?.req.complete && !answer.headersSent) socket.setTimeout(longestWork);
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
        .createServer({ ...(more ?? {}), ...times }, meet(app, inFrontOf(app)))
        .setTimeout(Number(connectionTimeout), standsStill);
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
