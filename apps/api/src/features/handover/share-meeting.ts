import { randomBytes } from 'node:crypto';
import { handoverRules } from '@redial/contract';
import { and, eq, sql } from 'drizzle-orm';
import { meetingShares, meetings } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus, lockPartyOrder } from '../orders/index.ts';

/** When the link to a meeting expires. */
export const shareEnd = (meetingAt: Date): Date =>
  new Date(meetingAt.getTime() + handoverRules.shareHours * 3_600_000);

/**
 * Creates a link with which a friend sees the agreed meeting. It replaces an earlier link of this
 * party, shows a newer agreed meeting, too, and expires after the meeting.
 *
 * @throws Problem `order.not-found`, `order.invalid-status`, `meeting.not-found`
 */
export async function shareMeeting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: User,
  { id }: { id: string },
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, id);
    if (order.state !== 'paid') throw invalidStatus(order);
    const [meeting] = await tx
      .select({ at: meetings.at })
      .from(meetings)
      .where(and(eq(meetings.orderId, id), eq(meetings.state, 'accepted')));
    if (!meeting || shareEnd(meeting.at) <= clock.now()) {
      throw new Problem('meeting.not-found', 'Agree on a meeting first');
    }
    const fresh = { tokenHash: hashToken(token), createdAt: sql`now()` };
    await tx
      .insert(meetingShares)
      .values({ orderId: id, party: order.party, ...fresh })
      .onConflictDoUpdate({ target: [meetingShares.orderId, meetingShares.party], set: fresh });
    return shareEnd(meeting.at);
  });
  return { token, expiresAt: expiresAt.toISOString() };
}
