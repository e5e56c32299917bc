import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityRateLimits } from '../../db/schema/identity.ts';

/** Seconds in which the attempts are counted. */
export const loginWindowSeconds = 900;
const maxLoginAttempts = 30;

/** Attempts to sign in to one account, wherever they come from. */
export interface LoginThrottle {
  /** Counts one. @returns seconds to wait, or 0 where it may go on. */
  recordAttempt(email: string): Promise<number>;
  /** Begins anew: somebody has shown that the account is theirs. */
  reset(email: string): Promise<void>;
}

/**
 * Holds off those who guess one account's password from many addresses; Better Auth's own limit
 * counts by the caller's address alone. Kept in its table, which it clears of what is older than its
 * longest window (so that must be no shorter than this one). Addresses are kept as digests.
 */
export function createLoginThrottle(db: Database, scale: number): LoginThrottle {
  const allowed = Math.ceil(maxLoginAttempts * scale);
  const { key, count, lastRequest } = identityRateLimits;
  return {
    recordAttempt: async (email) => {
      const now = Date.now();
      const over = sql`${lastRequest} <= ${now - loginWindowSeconds * 1000}`;
      const [row] = await db
        .insert(identityRateLimits)
        .values({ id: randomUUID(), key: keyOf(email), count: 1, lastRequest: now })
        .onConflictDoUpdate({
          target: key,
          set: {
            count: sql`case when ${over} then 1 else ${count} + 1 end`,
            lastRequest: sql`case when ${over} then ${now} else ${lastRequest} end`,
          },
        })
        .returning({ count, began: lastRequest });
      if (!row || row.count <= allowed) return 0;
      return Math.ceil((row.began + loginWindowSeconds * 1000 - now) / 1000);
    },
    reset: async (email) => {
      await db.delete(identityRateLimits).where(eq(key, keyOf(email)));
    },
  };
}

const keyOf = (email: string) =>
  `account|${createHash('sha256').update(email).digest('base64url')}`;
