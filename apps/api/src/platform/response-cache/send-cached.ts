import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoded-body.ts';
import type { CachedResponse } from './response-cache-store.ts';

/** Sends a kept answer, or says that the reader has it already. */
export function sendCached(
  { method, headers: requestHeaders }: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
): void {
  const { etag, body } = cached;
  // Somebody who has gone meanwhile.
  if (response.destroyed) return;
  const nonce = cached.nonce && randomBytes(16).toString('base64');
  const headers = headersWith(cached, nonce);
  if (etag !== undefined) {
    headers.push('etag', etag);
    if (etagMatches(requestHeaders['if-none-match'], etag)) {
      response.writeHead(304, headers);
      response.end();
      return;
    }
  }
  const encoding = negotiateEncoding(requestHeaders['accept-encoding'], body.encodings);
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  const bytes = body.bytes(encoding, nonce);
  headers.push('content-length', String(bytes.length));
  response.writeHead(200, headers);
  response.end(method === 'HEAD' ? undefined : bytes);
}

function headersWith({ headers, nonce: made }: CachedResponse, nonce: string): string[] {
  if (made === '') return [...headers];
  return headers.map((value) => (value.includes(made) ? value.replaceAll(made, nonce) : value));
}

/** RFC 9110, 13.1.2: any of the tags, compared weakly, or a star. */
function etagMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return (
    header === '*' || header.split(',').some((one) => opaqueTag(one.trim()) === opaqueTag(tag))
  );
}

const opaqueTag = (tag: string) => tag.replace(/^W\//, '');

/** What came of the `Accept-Encoding` headers seen last: browsers send a handful of them. */
const negotiated = new LRUCache<string, Encoding>({ max: 500 });

/** The best of the encodings that the reader takes, by its `Accept-Encoding`. */
export function negotiateEncoding(
  header: string | undefined,
  encodings: readonly Encoding[],
): Encoding {
  if (header === undefined || header.length > 100) return 'identity';
  const key = `${encodings} ${header}`;
  const known = negotiated.get(key);
  if (known) return known;
  const best = negotiate(header, [...encodings]) ?? 'identity';
  negotiated.set(key, best);
  return best;
}
