import { createHash } from 'node:crypto';
import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { RevisionReader } from './catalogue-revision.ts';
import { type EncodedBody, encodeBody } from './encoded-body.ts';
import { type CachedResponse, createResponseCacheStore } from './response-cache-store.ts';
import { negotiateEncoding, sendCached } from './send-cached.ts';

/** Caches public responses in memory; see README.md. */
export interface ResponseCache {
  /** Wraps the app's request listener, to respond from the cache before it. */
  readonly wrap: (app: RequestListener) => RequestListener;
  /** Registers the hooks that store responses. Must precede plugins that add ETags or compress. */
  attach(app: FastifyInstance): void;
  /** How often a response was in the cache, and how often it was not. */
  readonly counts: { readonly hits: number; readonly misses: number };
  /** Removes all responses. */
  clear(): void;
}

/** A request whose response is being computed, and for which others wait. */
interface InFlight {
  readonly revision: string;
  readonly done: Promise<void>;
  readonly settle: () => void;
}

/**
 * Caches each response under the catalogue revision that was read before its data, and compares the
 * revision at each request. While it is equal no public data has changed, so the cached response is what
 * the app would respond now, on any replica.
 *
 * @param options.allowedOrigins origins that may read responses (CORS)
 */
export function createResponseCache(
  options: { revisions: RevisionReader; clock: Clock; allowedOrigins: readonly string[] },
  store = createResponseCacheStore(),
): ResponseCache {
  const { revisions, clock } = options;
  const allowedOrigins = new Set(options.allowedOrigins);
  /** Keys by raw URL: known without routing and validation. */
  const keys = new LRUCache<string, string>({ max: 10_000, maxSize: 2 ** 21, sizeCalculation });
  /** The cacheable requests in progress, with the revision that was read before their data. */
  const requests = new WeakMap<IncomingMessage, { key: string; revision: string }>();
  const inFlight = new Map<string, InFlight>();
  const counts = { hits: 0, misses: 0 };
  let closing = false;

  const findFresh = (key: string, revision: string): CachedResponse | undefined => {
    const cached = store.get(key);
    return cached?.revision === revision && clock.now().getTime() < cached.expiresAt
      ? cached
      : undefined;
  };

  /**
   * Responds from the cache, waiting for another request that is computing the same response.
   *
   * @returns false if the caller has to compute the response.
   */
  async function respond(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> {
    const revision = await revisions.read();
    if (revision === undefined) return false;
    requests.set(request, { key, revision });
    if (!findFresh(key, revision)) {
      const other = inFlight.get(key);
      if (other?.revision !== revision) {
        registerInFlight(key, revision, response);
        counts.misses++;
        return false;
      }
      await other.done;
    }
    const cached = findFresh(key, revision);
    if (cached) sendCached(request, response, cached, allowedOrigins);
    counts[cached ? 'hits' : 'misses']++;
    return cached !== undefined;
  }

  function registerInFlight(key: string, revision: string, response: ServerResponse): void {
    const { promise: done, resolve: settle } = Promise.withResolvers<void>();
    const own = { revision, done, settle };
    inFlight.set(key, own);
    response.once('close', () => {
      settle();
      if (inFlight.get(key) === own) inFlight.delete(key);
    });
  }

  async function respondInRoute(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request;
    // A request that a page makes in-process is cached as part of that page.
    const isInjected = !(raw instanceof IncomingMessage);
    if (isInjected || !isCacheable(raw) || requests.has(raw)) return;
    const key = keyOf(request);
    if (key === undefined) return;
    keys.set(raw.url ?? '', key);
    if (await respond(key, raw, reply.raw)) reply.hijack();
  }

  async function storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const maxAgeSeconds = takeSurrogateMaxAge(reply);
    const cacheable = requests.get(request.raw);
    if (!cacheable || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const { 'cache-control': cacheControl, 'set-cookie': cookie } = reply.getHeaders();
    const isPublic = maxAgeSeconds !== undefined || `${cacheControl}`.includes('public');
    if (reply.statusCode !== 200 || !isPublic || cookie) return payload;

    const etag = `W/"${createHash('sha1').update(payload).digest('base64')}"`;
    const body = await encodeBody(Buffer.from(payload));
    if (request.method === 'GET') {
      const { key, revision } = cacheable;
      const expiresAt = clock.now().getTime() + (maxAgeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
      store.set(key, { body, etag, expiresAt, revision, headers: sharedHeaders(reply, body) });
      inFlight.get(key)?.settle();
    }
    reply.header('etag', etag);
    const encoding = negotiateEncoding(request.headers['accept-encoding'], body.encodings);
    if (encoding === 'identity') return payload;
    reply.header('content-encoding', encoding).header('vary', varyWithEncoding(reply));
    return body.bytes(encoding);
  }

  return {
    wrap: (app) => (request, response) => {
      const key = isCacheable(request) ? keys.get(request.url ?? '') : undefined;
      if (closing || key === undefined) return app(request, response);
      void respond(key, request, response).then((hasResponded) => {
        if (!hasResponded) app(request, response);
      });
    },
    attach: (app) => {
      app.addHook('onRoute', (route) => {
        if (!route.config?.cacheable) return;
        // Last, when parameters have been validated.
        route.preHandler = [...[route.preHandler ?? []].flat(), respondInRoute];
      });
      app.addHook('onSend', storeResponse);
      app.addHook('preClose', async () => {
        closing = true;
      });
    },
    counts,
    clear: () => store.clear(),
  };
}

const sizeCalculation = (key: string, url: string): number => key.length + url.length;

/** Whether the response cannot depend on the user or a request body. */
const isCacheable = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers.authorization === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/** The key of a request: by default its route, and its parameters as far as their schema names them. */
function keyOf({ routeOptions, raw, params, query }: FastifyRequest): string | undefined {
  const { config, url, schema } = routeOptions;
  if (typeof config.cacheable === 'function') return config.cacheable(raw.url ?? '');
  const { properties = {} } = (schema?.querystring ?? {}) as { properties?: object };
  const declared = Object.keys(properties).map((name) => (query as Record<string, unknown>)[name]);
  return JSON.stringify([url, params, declared]);
}

/**
 * Reads and removes `Surrogate-Control: max-age=…`, by which a page allows this cache to store it.
 *
 * @returns seconds
 */
function takeSurrogateMaxAge(reply: FastifyReply): number | undefined {
  const header = reply.getHeader('surrogate-control');
  if (header === undefined) return undefined;
  reply.removeHeader('surrogate-control');
  const seconds = /^max-age=(\d+)$/.exec(`${header}`)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

/** Headers of a single response: of its connection, client, encoding or rate limit. */
const perResponseHeaders =
  /^(?:access-control-allow-origin|connection|date|keep-alive|content-(?:length|encoding)|etag|retry-after)$/;

function sharedHeaders(reply: FastifyReply, body: EncodedBody): string[] {
  const headers = { ...reply.getHeaders() };
  if (body.encodings.length > 1) headers.vary = varyWithEncoding(reply);
  return Object.entries(headers).flatMap(([name, value]) =>
    perResponseHeaders.test(name)
      ? []
      : [value ?? []].flat().flatMap((item) => [name, String(item)]),
  );
}

const varyWithEncoding = (reply: FastifyReply): string =>
  [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether responses of the route may be public; each response declares whether it is. A function
     * returns the cache key of a URL, or undefined if the URL must not be cached.
     */
    cacheable?: boolean | ((url: string) => string | undefined);
  }
}
