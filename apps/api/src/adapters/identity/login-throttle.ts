import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identityAccounts, identityUsers } from '../../db/schema/identity.ts';
import type { RateLimiter, RateLimitRule } from '../../ports/rate-limiter.ts';

/** Sign-in attempts of one network, on any account. */
const networkRule: RateLimitRule = { name: 'login-network', max: 10, seconds: 60 };
/** Sign-in attempts of one network on one account. */
const accountRule: RateLimitRule = { name: 'login', max: 10, seconds: 900 };
/** Notices to the owner of one account. */
const noticeRule: RateLimitRule = { name: 'login-notice', max: 1, seconds: 86_400 };

export interface LoginAttempt {
  readonly email: string;
  /** The client's IP address, or the network that counts as one client. */
  readonly network: string;
  readonly ipAddress: string;
}

/** An account that a network may not sign in to for a while. */
export interface LoginLockout {
  readonly uid: string;
  readonly email: string;
  readonly ipAddress: string;
}

/**
 * Throttles password guessing. Attempts on an account are counted by network, so nobody can lock out
 * the owner, who is elsewhere. An attempt that the network's own limit rejects is not counted against
 * the account.
 */
export interface LoginThrottle {
  /** Counts an attempt. @returns the seconds to wait, or 0 if the attempt is allowed. */
  recordAttempt(attempt: LoginAttempt): Promise<number>;
  /** Resets the network's count for the account after a sign-in. */
  recordSuccess(attempt: LoginAttempt): Promise<void>;
}

/**
 * @param options.createRateLimiter counts together with the other processes of this installation.
 * @param options.scale multiplies the number of allowed attempts.
 * @param options.notify notifies the owner, at most once a day.
 */
export function createLoginThrottle(options: {
  db: Database;
  createRateLimiter: (rule: RateLimitRule) => RateLimiter;
  scale: number;
  notify: (lockout: LoginLockout) => Promise<void>;
  onError: (error: unknown) => void;
}): LoginThrottle {
  const { db, createRateLimiter, scale, notify, onError } = options;
  const scaled = (rule: RateLimitRule) =>
    createRateLimiter({ ...rule, max: Math.ceil(rule.max * scale) });
  const byNetwork = scaled(networkRule);
  const byAccount = scaled(accountRule);
  const notices = createRateLimiter(noticeRule);

  async function tellOwner(lockout: LoginLockout): Promise<void> {
    if ((await notices.consume(lockout.uid)) === 0) await notify(lockout);
  }

  return {
    recordAttempt: async (attempt) => {
      const networkWait = await byNetwork.consume(attempt.network);
      if (networkWait > 0) return networkWait;
      const account = await findAccount(db, attempt.email);
      const wait = await byAccount.consume(keyOf(attempt, account?.password));
      // Not awaited: the response takes as long as for an account that does not exist.
      if (wait === 0 || !account) return wait;
      const [{ uid, email }, { ipAddress }] = [account, attempt];
      void tellOwner({ uid, email, ipAddress }).catch(onError);
      return wait;
    },
    recordSuccess: async (attempt) => {
      const account = await findAccount(db, attempt.email);
      await byAccount.reset(keyOf(attempt, account?.password));
    },
  };
}

async function findAccount(db: Database, email: string) {
  const [account] = await db
    .select({
      uid: identityUsers.id,
      email: identityUsers.email,
      password: identityAccounts.password,
    })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.email, email), eq(identityAccounts.providerId, 'credential')));
  return account;
}

/**
 * Hashed, so that no e-mail address leaves the process. The hash of the password is a part: setting a
 * new one begins all counts of the account anew.
 */
const keyOf = ({ email, network }: LoginAttempt, password: string | null = ''): string =>
  createHash('sha256')
    .update(JSON.stringify([email, network, password]))
    .digest('base64url');
