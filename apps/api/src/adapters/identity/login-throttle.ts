import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityRateLimits } from '../../db/schema/identity.ts';

/** The window in which attempts are counted, in seconds. */
export const loginWindowSeconds = 900;
const maxLoginAttempts = 30;

/** Counts the sign-in attempts for one account, from any IP address. */
export interface LoginThrottle {
  /** Counts an attempt. @returns the seconds to wait, or 0 if the attempt is allowed. */
  recordAttempt(email: string): Promise<number>;
  /** Resets the count after the user has proved ownership of the account. */
  reset(email: string): Promise<void>;
}

/**
 * Throttles password guessing on one account from many IP addresses; Better Auth's own limit counts
 * by IP address only. Uses Better Auth's rate-limit table, which it purges of entries older than
 * its longest window, so that window must not be shorter than this one. E-mail addresses are stored
 * as hashes.
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
