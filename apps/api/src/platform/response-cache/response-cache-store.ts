import { LRUCache } from 'lru-cache';
import type { EncodedBody } from './encoded-body.ts';

/** An answer that is the same for everyone, kept for as long as nothing public has changed. */
export interface CachedResponse {
  /** Of what is public, before the answer's data was read. */
  readonly revision: string;
  /** Milliseconds of the clock from when on it is too old all the same; answers that hold no time have none. */
  readonly expiresAt: number;
  /** Validator for `If-None-Match`; pages have none, each has its own nonce. */
  readonly etag: string | undefined;
  /** Headers as names and values in turn, but for those of the body. */
  readonly headers: readonly string[];
  /** The nonce that stands in the headers; empty where there is none. */
  readonly nonce: string;
  readonly body: EncodedBody;
}

/** What answers may hold in memory, all encodings counted. */
const maxBytes = 16 * 1024 * 1024;

/** Kept answers by their keys; those used last stay. */
export function createResponseCacheStore() {
  return new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ body }, key) => 1024 + key.length + body.size,
  });
}
