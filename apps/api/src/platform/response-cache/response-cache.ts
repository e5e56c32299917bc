import { createHash } from 'node:crypto';
import { IncomingMessage, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import type { RevisionReader } from './catalogue-revision.ts';
import { type EncodedBody, encodeBody, encodePage } from './encoded-body.ts';
import { type CachedResponse, createResponseCacheStore } from './response-cache-store.ts';
import { negotiateEncoding, sendCached } from './send-cached.ts';

/** Answers that are the same for everyone, kept in memory in front of the app. */
export interface ResponseCache {
  /** What meets requests in the app's place: it answers from memory, or has the app answer. */
  readonly wrap: (app: RequestListener) => RequestListener;
  /** Forgets all of them. */
  clear(): void;
  /** Has the app's public answers kept, and packed. Before its plugins that tag and compress. */
  attach(app: FastifyInstance): void;
  /** Keeps a page that the app is about to send, and gives it as it is to be sent. */
  cachePage(request: FastifyRequest, reply: FastifyReply, page: CacheablePage): Promise<Readable>;
}

export interface CacheablePage {
  readonly html: Buffer;
  /** The nonce that the page was rendered with, if it has one: it is replaced at each response. */
  readonly nonce?: string;
  /** For how long it is right if nothing changes: pages hold relative dates. */
  readonly maxAgeSeconds: number;
}

/** A request whose answer others wait for. */
interface InFlight {
  readonly revision: string;
  readonly done: Promise<void>;
  readonly settle: () => void;
}

/**
 * Keeps answers under the version that was taken before their data was read, and compares at every
 * request: as long as it is the same nothing public has changed, so what is sent is what the app would
 * answer now, on this replica and on every other.
 */
export function createResponseCache(
  { revisions, clock }: { revisions: RevisionReader; clock: Clock },
  store = createResponseCacheStore(),
): ResponseCache {
  /** What was public after the request came and before its answer's data was read. */
  const requestRevisions = new WeakMap<IncomingMessage, string>();
  const inFlight = new Map<string, InFlight>();
  let closing = false;

  const fresh = (answer: CachedResponse | undefined, revision: string) =>
    answer?.revision === revision && clock.now().getTime() < answer.expiresAt ? answer : undefined;

  function storeResponse(request: FastifyRequest, answer: Omit<CachedResponse, 'revision'>): void {
    const revision = requestRevisions.get(request.raw);
    const key = cacheKey(request.raw);
    if (revision === undefined || key === undefined || request.method !== 'GET') return;
    store.set(key, { ...answer, revision });
    inFlight.get(key)?.settle();
  }

  /** Answers from memory, waits for a request that is making the same answer now, or makes it. */
  const wrap =
    (app: RequestListener): RequestListener =>
    (request, response) => {
      const key = cacheKey(request);
      if (closing || key === undefined || !store.has(key)) return app(request, response);
      void revisions.read().then(async (revision) => {
        if (revision === undefined) return app(request, response);
        requestRevisions.set(request, revision);
        if (!fresh(store.get(key), revision)) {
          const other = inFlight.get(key);
          if (other?.revision !== revision) {
            const { promise: done, resolve: settle } = Promise.withResolvers<void>();
            const mine = { revision, done, settle };
            inFlight.set(key, mine);
            response.once('close', () => {
              settle();
              if (inFlight.get(key) === mine) inFlight.delete(key);
            });
            return app(request, response);
          }
          await other.done;
        }
        const answer = fresh(store.get(key), revision);
        return answer ? sendCached(request, response, answer) : app(request, response);
      });
    };

  return {
    wrap,

    clear: () => store.clear(),

    attach: (app) => {
      app.addHook('onRoute', (route) => {
        if (!route.config?.cacheable) return;
        const readVersion = async ({ raw }: FastifyRequest) => {
          // What a page asks for inside the server is kept as part of that page.
          const isInjected = !(raw instanceof IncomingMessage);
          if (isInjected || cacheKey(raw) === undefined || requestRevisions.has(raw)) return;
          const revision = await revisions.read();
          if (revision !== undefined) requestRevisions.set(raw, revision);
        };
        route.onRequest = [readVersion, ...[route.onRequest ?? []].flat()];
      });
      app.addHook('onSend', async (request, reply, payload) => {
        const { 'cache-control': control, 'set-cookie': cookie } = reply.getHeaders();
        const isPublic = reply.statusCode === 200 && `${control}`.includes('public') && !cookie;
        if (!isPublic || !requestRevisions.has(request.raw) || typeof payload !== 'string')
          return payload;
        const body = await encodeBody(Buffer.from(payload));
        const etag = `W/"${createHash('sha1').update(payload).digest('base64')}"`;
        reply.header('etag', etag);
        const headers = cacheableHeaders(reply, body);
        storeResponse(request, {
          body,
          etag,
          nonce: '',
          expiresAt: Number.POSITIVE_INFINITY,
          headers,
        });
        const encoding = negotiateEncoding(request.headers['accept-encoding'], body.encodings);
        if (encoding === 'identity') return payload;
        reply.header('content-encoding', encoding).header('vary', varyWithEncoding(reply));
        return body.bytes(encoding, '');
      });
      app.addHook('preClose', async () => {
        closing = true;
      });
    },

    cachePage: async (request, reply, { html, nonce = '', maxAgeSeconds: seconds }) => {
      const expiresAt = clock.now().getTime() + seconds * 1000;
      const body = nonce ? encodePage(html, nonce) : await encodeBody(html);
      storeResponse(request, {
        body,
        nonce,
        expiresAt,
        etag: undefined,
        headers: cacheableHeaders(reply, body),
      });
      reply.header('vary', varyWithEncoding(reply));
      const encoding = negotiateEncoding(request.headers['accept-encoding'], body.encodings);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      // Not as a buffer, which would get a tag: each page has a nonce of its own.
      return Readable.from([body.bytes(encoding, nonce)]);
    },
  };
}

/** What an answer depends on; nothing where it may depend on more, such as on who asks. */
function cacheKey({ method, url, headers }: IncomingMessage): string | undefined {
  const plain =
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined;
  // Whether the answer names the origin depends on it, see the CORS headers.
  return plain ? `${headers.origin ?? ''} ${url}` : undefined;
}

/** Those of one answer alone: of its connection, its body's form, and its rate limit. */
const perResponseHeaders =
  /^(?:connection|date|keep-alive|content-(?:length|encoding)|etag|retry-after|.*ratelimit.*)$/;

function cacheableHeaders(reply: FastifyReply, body: EncodedBody): string[] {
  const headers = { ...reply.getHeaders() };
  if (body.encodings.length > 1) headers.vary = varyWithEncoding(reply);
  return Object.entries(headers).flatMap(([name, value]) =>
    perResponseHeaders.test(name) ? [] : [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's answers can be the same for everyone; each says so for itself. */
    cacheable?: boolean;
  }
}

const varyWithEncoding = (reply: FastifyReply): string =>
  [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
