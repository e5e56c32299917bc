import { createHash } from 'node:crypto';
import type { RateLimiter, RateLimitRule } from '../../ports/rate-limiter.ts';

/** Sign-in attempts for one account, from any IP address. */
const rule: RateLimitRule = { name: 'login', max: 30, seconds: 900 };

/** Throttles password guessing on one account; Better Auth's own limit counts by IP address only. */
export interface LoginThrottle {
  /** Counts an attempt. @returns the seconds to wait, or 0 if the attempt is allowed. */
  recordAttempt(email: string): Promise<number>;
  /** Resets the count after the user has proved ownership of the account. */
  reset(email: string): Promise<void>;
}

/** @param scale multiplies the number of allowed attempts */
export function createLoginThrottle(
  createRateLimiter: (rule: RateLimitRule) => RateLimiter,
  scale: number,
): LoginThrottle {
  const limiter = createRateLimiter({ ...rule, max: Math.ceil(rule.max * scale) });
  return {
    recordAttempt: (email) => limiter.consume(keyOf(email)),
    reset: (email) => limiter.reset(keyOf(email)),
  };
}

/** Hashed, so that no e-mail address leaves the process. */
const keyOf = (email: string): string => createHash('sha256').update(email).digest('base64url');
