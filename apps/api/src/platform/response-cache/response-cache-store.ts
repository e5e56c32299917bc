import { LRUCache } from 'lru-cache';
import type { Scopes } from './changed-scopes.ts';
import type { EncodedBody } from './encoded-body.ts';

/** A response that is the same for all clients. */
export interface CachedResponse {
  /** The latest revision at which the response is known to be current: at first the one that was read before its data. */
  revision: number;
  /** The data that it depends on. */
  readonly scopes: Scopes;
  /** Time in milliseconds after which the response is stale even if no data changed. */
  readonly expiresAt: number;
  readonly status: number;
  readonly etag: string;
  /** Names and values in turn, without the headers of a single response or encoding. */
  readonly headers: readonly string[];
  readonly body: EncodedBody;
}

/** Memory for cached responses, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Cached responses by key; evicts the least recently used. */
export function createResponseCacheStore() {
  return new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ body, scopes = [] }, key) =>
      1024 + key.length + body.size + 64 * scopes.length,
  });
}
