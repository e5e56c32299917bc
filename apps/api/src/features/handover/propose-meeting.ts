import { isTimeZone } from '@redial/contract';
import { and, eq, inArray } from 'drizzle-orm';
import { meetings } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { newId } from '../../platform/ids.ts';
import { emit } from '../../platform/outbox.ts';
import { Problem } from '../../platform/problem.ts';
import { parseLine } from '../../platform/text-fields.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { User } from '../../platform/users.ts';
import { invalidStatus, lockPartyOrder } from '../orders/index.ts';
import { findOrderEnd, formatOrderEnd } from './order-end.ts';

/** Days ahead for which a meeting can be proposed: the phone has to change hands in time. */
const maxDaysAhead = 60;

/**
 * Proposes place and time of a meeting. It replaces an earlier proposal of either party; a meeting that
 * both agreed on stays until the new one is accepted. Repeating the call changes nothing, also after the
 * meeting was accepted.
 *
 * @returns the meeting's id.
 * @throws Problem `order.not-found`, `order.invalid-status`, `validation.failed`
 */
export async function proposeMeeting(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  actor: User,
  input: { id: string; place: string; at: string; timeZone?: string | undefined },
): Promise<string> {
  const place = parseLine(input.place, 'place', 'Say where you would like to meet');
  const at = new Date(input.at);
  const now = clock.now().getTime();
  if (!(at.getTime() > now)) {
    throw new Problem('validation.failed', 'Choose a time in the future', 'body.at');
  }
  if (at.getTime() > now + maxDaysAhead * 86_400_000) {
    const detail = `Choose a time within ${maxDaysAhead} days`;
    throw new Problem('validation.failed', detail, 'body.at');
  }
  const { timeZone = null } = input;
  if (timeZone !== null && !isTimeZone(timeZone)) {
    const detail = 'There is no such time zone: names are those of the IANA database';
    throw new Problem('validation.failed', detail, 'body.timeZone');
  }
  const meetingId = await inTransaction(db, async (tx) => {
    const order = await lockPartyOrder(tx, actor, input.id);
    const arranged = await tx
      .select()
      .from(meetings)
      .where(
        and(eq(meetings.orderId, order.id), inArray(meetings.state, ['proposed', 'accepted'])),
      );
    // Without an open proposal, it may be a repetition of the one that was accepted meanwhile.
    const current = arranged.find(({ state }) => state === 'proposed') ?? arranged[0];
    const isSame =
      current?.proposedBy === order.party &&
      current.place === place &&
      current.at.getTime() === at.getTime();
    if (isSame) return current.id;
    if (order.state !== 'paid') throw invalidStatus(order);
    const end = await findOrderEnd(tx, order);
    if (end && at > end) {
      const detail = `Choose a time before ${formatOrderEnd(end, timeZone)}: the buyer gets the price back if the phone has not changed hands by then`;
      throw new Problem('validation.failed', detail, 'body.at');
    }
    const proposed = and(eq(meetings.orderId, order.id), eq(meetings.state, 'proposed'));
    await tx.update(meetings).set({ state: 'replaced' }).where(proposed);
    const id = newId();
    await tx
      .insert(meetings)
      .values({ id, orderId: order.id, proposedBy: order.party, place, at, timeZone });
    await emit(tx, { type: 'meeting.proposed', orderId: order.id, meetingId: id });
    return id;
  });
  jobs.trigger('dispatch-outbox');
  return meetingId;
}
