import { createHash } from 'node:crypto';
import { IncomingMessage, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../ports/clock.ts';
import { type KeptBody, pageBody, plainBody } from './kept-body.ts';
import { createKeptStore, type KeptAnswer } from './kept-store.ts';
import { encodingFor, sendKept } from './send-kept.ts';
import type { Versions } from './versions.ts';

/** Answers that are the same for everyone, kept in memory in front of the app. */
export interface KeptAnswers {
  /** What meets requests in the app's place: it answers from memory, or has the app answer. */
  readonly inFrontOf: (app: RequestListener) => RequestListener;
  /** Forgets all of them. */
  clear(): void;
  /** Has the app's public answers kept, and packed. Before its plugins that tag and compress. */
  attach(app: FastifyInstance): void;
  /** Keeps a page that the app is about to send, and gives it as it is to be sent. */
  keepPage(request: FastifyRequest, reply: FastifyReply, page: Page): Readable;
}

export interface Page {
  readonly html: Buffer;
  /** The nonce that the page was made with. */
  readonly nonce: string;
  /** For how long it is right if nothing changes: pages hold relative dates. */
  readonly seconds: number;
}

/** A request whose answer others wait for. */
interface Making {
  readonly version: string;
  readonly done: Promise<void>;
  readonly settle: () => void;
}

/**
 * Keeps answers under the version that was taken before their data was read, and compares at every
 * request: as long as it is the same nothing public has changed, so what is sent is what the app would
 * answer now, on this replica and on every other.
 */
export function keepAnswers(
  { versions, clock }: { versions: Versions; clock: Clock },
  store = createKeptStore(),
): KeptAnswers {
  /** What was public after the request came and before its answer's data was read. */
  const seen = new WeakMap<IncomingMessage, string>();
  const making = new Map<string, Making>();
  let closing = false;

  const current = (answer: KeptAnswer | undefined, version: string) =>
    answer?.version === version && clock.now().getTime() < answer.until ? answer : undefined;

  function keep(request: FastifyRequest, answer: Omit<KeptAnswer, 'version'>): void {
    const version = seen.get(request.raw);
    const key = keyOf(request.raw);
    if (version === undefined || key === undefined || request.method !== 'GET') return;
    store.set(key, { ...answer, version });
    making.get(key)?.settle();
  }

  /** Answers from memory, waits for a request that is making the same answer now, or makes it. */
  const inFrontOf =
    (app: RequestListener): RequestListener =>
    (request, response) => {
      const key = keyOf(request);
      if (closing || key === undefined || !store.has(key)) return app(request, response);
      void versions.read().then(async (version) => {
        if (version === undefined) return app(request, response);
        seen.set(request, version);
        if (!current(store.get(key), version)) {
          const other = making.get(key);
          if (other?.version !== version) {
            const { promise: done, resolve: settle } = Promise.withResolvers<void>();
            const mine = { version, done, settle };
            making.set(key, mine);
            response.once('close', () => {
              settle();
              if (making.get(key) === mine) making.delete(key);
            });
            return app(request, response);
          }
          await other.done;
        }
        const answer = current(store.get(key), version);
        return answer ? sendKept(request, response, answer) : app(request, response);
      });
    };

  return {
    inFrontOf,

    clear: () => store.clear(),

    attach: (app) => {
      app.addHook('onRoute', (route) => {
        if (!route.config?.mayBeKept) return;
        const readVersion = async ({ raw }: FastifyRequest) => {
          // What a page asks for inside the server is kept as part of that page.
          const isInside = !(raw instanceof IncomingMessage);
          if (isInside || keyOf(raw) === undefined || seen.has(raw)) return;
          const version = await versions.read();
          if (version !== undefined) seen.set(raw, version);
        };
        route.onRequest = [readVersion, ...[route.onRequest ?? []].flat()];
      });
      app.addHook('onSend', async (request, reply, payload) => {
        const { 'cache-control': control, 'set-cookie': cookie } = reply.getHeaders();
        const isPublic = reply.statusCode === 200 && `${control}`.includes('public') && !cookie;
        if (!isPublic || !seen.has(request.raw) || typeof payload !== 'string') return payload;
        const body = await plainBody(Buffer.from(payload));
        const tag = `W/"${createHash('sha1').update(payload).digest('base64')}"`;
        reply.header('etag', tag);
        const headers = headersOf(reply, body);
        keep(request, { body, tag, nonce: '', until: Number.POSITIVE_INFINITY, headers });
        const encoding = encodingFor(request.headers['accept-encoding'], body.encodings);
        if (encoding === 'identity') return payload;
        reply.header('content-encoding', encoding).header('vary', varyOf(reply));
        return body.bytes(encoding, '');
      });
      app.addHook('preClose', async () => {
        closing = true;
      });
    },

    keepPage: (request, reply, { html, nonce, seconds }) => {
      const until = clock.now().getTime() + seconds * 1000;
      const body = pageBody(html, nonce);
      keep(request, { body, nonce, until, tag: undefined, headers: headersOf(reply, body) });
      reply.header('vary', varyOf(reply));
      const encoding = encodingFor(request.headers['accept-encoding'], body.encodings);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      // Not as a buffer, which would get a tag: each page has a nonce of its own.
      return Readable.from([body.bytes(encoding, nonce)]);
    },
  };
}

/** What an answer depends on; nothing where it may depend on more, such as on who asks. */
function keyOf({ method, url, headers }: IncomingMessage): string | undefined {
  const plain =
    (method === 'GET' || method === 'HEAD') &&
    headers.authorization === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined;
  // Whether the answer names the origin depends on it, see the CORS headers.
  return plain ? `${headers.origin ?? ''} ${url}` : undefined;
}

/** Those of one answer alone: of its connection, its body's form, and its rate limit. */
const own =
  /^(?:connection|date|keep-alive|content-(?:length|encoding)|etag|retry-after|.*ratelimit.*)$/;

function headersOf(reply: FastifyReply, body: KeptBody): string[] {
  const headers = { ...reply.getHeaders() };
  if (body.encodings.length > 1) headers.vary = varyOf(reply);
  return Object.entries(headers).flatMap(([name, value]) =>
    own.test(name) ? [] : [value ?? []].flat().flatMap((one) => [name, String(one)]),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's answers can be the same for everyone; each says so for itself. */
    mayBeKept?: boolean;
  }
}

const varyOf = (reply: FastifyReply): string =>
  [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
