import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import {
  identityEmailChanges,
  identityKnownDevices,
  identityRateLimits,
  identitySessions,
  identityTwoFactors,
  identityVerifications,
} from '../../db/schema/identity.ts';

const dayMs = 86_400_000;

/**
 * Deletes sessions and links that have expired, second factors that nobody has confirmed for a day, devices without a sign-in for a year, and counters of the
 * rate limits of the day before.
 * Better Auth ignores them, but deletes them only when they are used.
 *
 * @returns the number of rows deleted.
 */
export async function purgeExpired(db: Database): Promise<number> {
  const now = sql`now()`;
  const deleted = await Promise.all([
    db.delete(identitySessions).where(lt(identitySessions.expiresAt, now)),
    db.delete(identityVerifications).where(lt(identityVerifications.expiresAt, now)),
    db.delete(identityEmailChanges).where(lt(identityEmailChanges.expiresAt, now)),
    db
      .delete(identityKnownDevices)
      .where(lt(identityKnownDevices.lastSignInAt, sql`now() - interval '1 year'`)),
    db
      .delete(identityTwoFactors)
      .where(
        and(
          eq(identityTwoFactors.verified, false),
          lt(identityTwoFactors.createdAt, sql`now() - interval '1 day'`),
        ),
      ),
    db.delete(identityRateLimits).where(lt(identityRateLimits.lastRequest, Date.now() - dayMs)),
  ]);
  return deleted.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
