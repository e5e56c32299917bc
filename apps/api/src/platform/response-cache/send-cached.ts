import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoded-body.ts';
import type { CachedResponse } from './response-cache-store.ts';

/**
 * Sends a cached response, or 304 where the client's copy is current.
 *
 * @param allowedOrigins origins that may read the response (CORS)
 */
export function sendCached(
  { method, headers: requestHeaders }: IncomingMessage,
  response: ServerResponse,
  { status, etag, headers, body }: CachedResponse,
  allowedOrigins: ReadonlySet<string>,
): void {
  // The client disconnected.
  if (response.destroyed) return;
  const allHeaders = [...headers, 'etag', etag];
  const { origin } = requestHeaders;
  if (origin !== undefined && allowedOrigins.has(origin)) {
    allHeaders.push('access-control-allow-origin', origin);
  }
  // Conditions apply to successful responses only (RFC 9110, 13.2.1).
  if (status === 200 && etagMatches(requestHeaders['if-none-match'], etag)) {
    response.writeHead(304, allHeaders);
    response.end();
    return;
  }
  const encoding = negotiateEncoding(requestHeaders['accept-encoding'], body.encodings);
  if (encoding !== 'identity') allHeaders.push('content-encoding', encoding);
  const bytes = body.bytes(encoding);
  allHeaders.push('content-length', String(bytes.length));
  response.writeHead(status, allHeaders);
  response.end(method === 'HEAD' ? undefined : bytes);
}

/** Weak comparison with a list of entity tags or `*` (RFC 9110, 13.1.2). */
function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return (
    header === '*' || header.split(',').some((tag) => opaqueTag(tag.trim()) === opaqueTag(etag))
  );
}

const opaqueTag = (etag: string) => etag.replace(/^W\//, '');

/** Results for the most recent `Accept-Encoding` headers: browsers send a handful of them. */
const negotiated = new LRUCache<string, Encoding>({ max: 500 });

/** The best of the encodings that the client accepts. */
export function negotiateEncoding<Offered extends Encoding>(
  header: string | undefined,
  encodings: readonly Offered[],
): Offered | 'identity' {
  if (header === undefined || header.length > 100) return 'identity';
  const key = `${encodings} ${header}`;
  const known = negotiated.get(key);
  if (known) return known as Offered;
  const best = negotiate(header, [...encodings]) ?? 'identity';
  negotiated.set(key, best);
  return best;
}
