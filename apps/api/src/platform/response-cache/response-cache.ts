import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { RevisionReader } from './catalogue-revision.ts';
import type { Scopes } from './changed-scopes.ts';
import { scopesHeader } from './depend-on.ts';
import { encodeBody, firstEncodings } from './encoded-body.ts';
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
  readonly revision: number;
  readonly done: Promise<void>;
}

/**
 * Caches each response with the revision that was read before its data, and reads the changes of public
 * data at each request. While none of the data that it depends on has changed since, the cached response
 * is what the app would respond now, on any replica.
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
  const requests = new WeakMap<
    IncomingMessage,
    { key: string; revision: number; settle: () => void }
  >();
  const inFlight = new Map<string, InFlight>();
  const counts = { hits: 0, misses: 0 };
  let closing = false;

  const findUnexpired = (key: string): CachedResponse | undefined => {
    const cached = store.get(key);
    return cached && clock.now().getTime() < cached.expiresAt ? cached : undefined;
  };

  /** @param revision the last one that was read. */
  const findFresh = (key: string, revision: number): CachedResponse | undefined => {
    const cached = findUnexpired(key);
    if (!cached || revisions.hasChanged(cached.scopes, cached.revision)) return undefined;
    cached.revision = Math.max(cached.revision, revision);
    return cached;
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
    const constant = findUnexpired(key);
    if (constant?.scopes?.length === 0) {
      counts.hits++;
      sendCached(request, response, constant, allowedOrigins);
      return true;
    }
    const revision = await revisions.read();
    if (revision === undefined) return false;
    let cached = findFresh(key, revision);
    // What another request computes may be outdated, since its revision is older. After that, somebody
    // else may already be computing it again.
    for (let waits = 0; !cached && waits < 2; waits++) {
      const other = inFlight.get(key);
      if (!other) break;
      await other.done;
      cached = findFresh(key, revision);
      if (other.revision >= revision) break;
    }
    counts[cached ? 'hits' : 'misses']++;
    if (cached) {
      sendCached(request, response, cached, allowedOrigins);
      return true;
    }
    // A response that is closed already emits no event again: nobody may wait for it.
    if (response.destroyed) return false;
    const settle = registerInFlight(key, revision, response);
    requests.set(request, { key, revision, settle });
    return false;
  }

  /**
   * The response settles when it is sent, or when its client has disconnected: one that waits in a
   * pipeline for its socket emits no `close`.
   *
   * @returns what lets the others go on that wait for the response.
   */
  function registerInFlight(key: string, revision: number, response: ServerResponse): () => void {
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const own = { revision, done };
    inFlight.set(key, own);
    const settle = () => {
      if (inFlight.get(key) === own) inFlight.delete(key);
      resolve();
    };
    response.once('close', settle);
    return settle;
  }

  async function respondInRoute(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = request;
    if (!isCacheable(raw) || requests.has(raw)) return;
    const key = keyOf(request);
    if (key === undefined) return;
    keys.set(raw.url ?? '', key);
    if (await respond(key, raw, reply.raw)) reply.hijack();
  }

  async function storeResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    try {
      return storePublic(request, reply, payload);
    } finally {
      requests.get(request.raw)?.settle();
    }
  }

  /** @returns the payload to send. */
  function storePublic(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const maxAgeSeconds = takeSurrogateMaxAge(reply);
    const scopes = takeScopes(reply);
    const cacheable = requests.get(request.raw);
    if (!cacheable || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const isPublic =
      maxAgeSeconds !== undefined || `${reply.getHeader('cache-control')}`.includes('public');
    const { statusCode: status } = reply;
    const isFinal = status === 200 || (status === 404 && maxAgeSeconds !== undefined);
    if (!isFinal || !isPublic || reply.getHeader('set-cookie')) return payload;

    const etag = `W/"${createHash('sha1').update(payload).digest('base64')}"`;
    const identity = Buffer.from(payload);
    const encoding = negotiateEncoding(
      request.headers['accept-encoding'],
      firstEncodings(identity.length),
    );
    const { bytes, body } = encodeBody(identity, encoding);
    // Also where this client gets it uncompressed: others do not.
    if (body.encodings.length > 1) varyByEncoding(reply);
    if (request.method === 'GET') {
      const { key, revision } = cacheable;
      const expiresAt = clock.now().getTime() + (maxAgeSeconds ?? Number.POSITIVE_INFINITY) * 1000;
      const headers = sharedHeaders(reply);
      store.set(key, { status, body, etag, expiresAt, revision, scopes, headers });
    }
    reply.header('etag', etag);
    if (encoding === 'identity') return payload;
    reply.header('content-encoding', encoding);
    return bytes;
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

/** Reads the scopes of a response and removes their header. */
function takeScopes(reply: FastifyReply): Scopes {
  const header = reply.getHeader(scopesHeader);
  if (header === undefined) return undefined;
  reply.removeHeader(scopesHeader);
  return `${header}`.split(' ').filter((scope) => scope !== '');
}

/** Headers of a single response: of its connection, client, encoding or rate limit. */
const perResponseHeaders =
  /^(?:access-control-allow-origin|connection|date|keep-alive|content-(?:length|encoding)|etag|retry-after)$/;

function sharedHeaders(reply: FastifyReply): string[] {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value === undefined || perResponseHeaders.test(name)) continue;
    for (const item of [value].flat()) headers.push(name, String(item));
  }
  return headers;
}

function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether responses of the route may be public; each response declares whether it is. A function
     * returns the cache key of a URL, or undefined if the URL must not be cached.
     */
    cacheable?: boolean | ((url: string) => string | undefined);
  }
}
