import { and, eq } from 'drizzle-orm';
import { meetings } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus, lockPartyOrder } from '../orders/index.ts';
import { findOrderEnd } from './order-end.ts';

/**
 * Accepts the meeting that the other party proposed. Repeating the call changes nothing.
 *
 * @returns the number of meetings accepted now.
 * @throws Problem `order.not-found`, `order.invalid-status`, `meeting.not-found`,
 *   `meeting.own-proposal`
 */
export async function acceptMeeting(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  { id, meetingId }: { id: string; meetingId: string },
): Promise<number> {
  await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, id);
    const [meeting] = await tx
      .select()
      .from(meetings)
      .where(and(eq(meetings.id, meetingId), eq(meetings.orderId, id)));
    if (!meeting) throw new Problem('meeting.not-found');
    if (meeting.proposedBy === order.party) throw new Problem('meeting.own-proposal');
    if (meeting.state === 'accepted') return;
    if (order.state !== 'paid') throw invalidStatus(order);
    if (meeting.state === 'replaced') {
      throw new Problem('meeting.not-found', 'There is a newer proposal: look at that one');
    }
    if (meeting.at <= clock.now()) {
      throw new Problem('meeting.not-found', 'This time has passed: propose another one');
    }
    const end = await findOrderEnd(tx, order);
    if (end && meeting.at > end) {
      throw new Problem(
        'meeting.not-found',
        'The order ends before this time: propose another one',
      );
    }
    const accepted = and(eq(meetings.orderId, id), eq(meetings.state, 'accepted'));
    await tx.update(meetings).set({ state: 'replaced' }).where(accepted);
    await tx.update(meetings).set({ state: 'accepted' }).where(eq(meetings.id, meetingId));
    await emit(tx, { type: 'meeting.accepted', orderId: id, meetingId });
  });
  jobs.trigger('dispatch-outbox');
  return 1;
}
