import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { identitySessions } from '../../db/schema/identity.ts';
import { inTransaction, type Transaction } from '../../platform/transaction.ts';
import { deviceName } from './device-name.ts';
import type { DeviceSessions } from './end-links.ts';
import { forgetDevices } from './known-devices.ts';

/** A session as its user sees it. */
export interface SessionSummary {
  readonly id: string;
  /** Whether the request belongs to it. */
  readonly current: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601; at most the lifetime of an ID token before the last request. */
  readonly lastUsedAt: string;
  /** Of the last use. */
  readonly ipAddress: string | null;
  /** Such as "Firefox on Windows". */
  readonly deviceName: string;
}

/** Sessions that somebody ended from elsewhere. */
export interface EndedSessions {
  readonly uid: string;
  readonly count: number;
  /** Where the request came from. */
  readonly ipAddress: string;
}

export interface EndSessionsOptions {
  readonly db: Database;
  /** Records that sessions were ended, in the transaction. */
  readonly notifySessionsEnded: (tx: Transaction, ended: EndedSessions) => Promise<void>;
}

interface Own {
  readonly uid: string;
  /** The session of the request. */
  readonly sessionId: string;
}

/** The user's active sessions, the last used first. */
export async function listSessions(
  db: Database,
  { uid, sessionId }: Own,
): Promise<SessionSummary[]> {
  const rows = await db
    .select()
    .from(identitySessions)
    .where(and(eq(identitySessions.userId, uid), gt(identitySessions.expiresAt, sql`now()`)))
    .orderBy(desc(identitySessions.updatedAt), desc(identitySessions.id));
  return rows.map(({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
    id,
    current: id === sessionId,
    startedAt: createdAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    ipAddress,
    deviceName: deviceName(userAgent),
  }));
}

/**
 * Ends a session of the user, or all but the one of the request. Better Auth's own endpoints end
 * sessions by their tokens, which the database does not have. The tokens of an ended session are
 * refused at once (`session-status.ts`).
 *
 * @param which the id of a session, or `others`. Ids of other users' sessions are ignored.
 * @returns the number of sessions ended.
 */
export async function endSessions(
  { db, notifySessionsEnded }: EndSessionsOptions,
  { uid, sessionId, ipAddress }: Own & { ipAddress: string },
  which: string,
): Promise<number> {
  const chosen =
    which === 'others' ? ne(identitySessions.id, sessionId) : eq(identitySessions.id, which);
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .delete(identitySessions)
      .where(and(eq(identitySessions.userId, uid), chosen))
      .returning({ device: identitySessions.device });
    const devices = ended.map(({ device }) => device);
    await forgetDevices(tx, uid, devices);
    const count = ended.length;
    if (count > 0) await notifySessionsEnded(tx, { uid, count, ipAddress });
    return count;
  });
}

/**
 * Ends the sessions on a device. The next sign-in there is announced again.
 *
 * @returns the number of sessions ended.
 */
export async function endDeviceSessions(
  { db, notifySessionsEnded }: EndSessionsOptions,
  { uid, device, ipAddress }: DeviceSessions & { ipAddress: string },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .delete(identitySessions)
      .where(and(eq(identitySessions.userId, uid), eq(identitySessions.device, device)));
    await forgetDevices(tx, uid, [device]);
    const count = rowCount ?? 0;
    if (count > 0) await notifySessionsEnded(tx, { uid, count, ipAddress });
    return count;
  });
}

/** Records when and from where a session was used. */
export async function recordSessionUse(
  db: Database,
  sessionId: string,
  from: { ipAddress: string; userAgent: string | null },
): Promise<void> {
  await db
    .update(identitySessions)
    .set({ ...from, updatedAt: sql`now()` })
    .where(eq(identitySessions.id, sessionId));
}
