/** How often a key may occur in a fixed window. */
export interface RateLimitRule {
  /** Unique among the rules; prefixes the keys in the store. */
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

/**
 * Counts requests by key. While a shared store is unavailable, each process counts alone, so no method
 * rejects.
 */
export interface RateLimiter {
  /** Counts a request. @returns the seconds to wait, 0 if the request is allowed. */
  consume(key: string): Promise<number>;
  /** Sets the count of a key back to zero. */
  reset(key: string): Promise<void>;
}
