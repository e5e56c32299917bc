import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { prepareOnce } from '../../db/prepare-once.ts';
import { identitySessions } from '../../db/schema/identity.ts';

const activeSession = prepareOnce((db) =>
  db
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(
      and(
        eq(identitySessions.id, sql.placeholder('sessionId')),
        eq(identitySessions.userId, sql.placeholder('uid')),
        gt(identitySessions.expiresAt, sql`now()`),
      ),
    ),
);

/**
 * Looks up whether an identity session exists and has not expired (by the database's clock). Better
 * Auth deletes the row at sign-out, password reset and deletion of the account. One query by primary
 * key; runs for every authenticated request.
 */
export async function isSessionActive(
  db: Database,
  { uid, sessionId }: { uid: string; sessionId?: string | undefined },
): Promise<boolean> {
  if (sessionId === undefined) return false;
  const [session] = await activeSession(db).execute({ uid, sessionId });
  return session !== undefined;
}
