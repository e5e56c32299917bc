import type { SharedMeeting } from '@redial/contract';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { meetingShares, meetings, orders, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/encryption.ts';
import { Problem } from '../../platform/problem.ts';
import { shareEnd } from './share-meeting.ts';

const buyers = alias(users, 'buyers');
const sellers = alias(users, 'sellers');

/**
 * Returns an agreed meeting to anybody who has its link: who meets whom, where and when.
 *
 * @throws Problem `meeting.not-found`, also for an expired link.
 */
export async function getSharedMeeting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  _actor: unknown,
  { token }: { token: string },
): Promise<SharedMeeting> {
  const [row] = await db
    .select({
      party: meetingShares.party,
      place: meetings.place,
      at: meetings.at,
      timeZone: meetings.timeZone,
      productName: orders.productName,
      buyerName: buyers.name,
      sellerName: sellers.name,
    })
    .from(meetingShares)
    .innerJoin(
      meetings,
      and(eq(meetings.orderId, meetingShares.orderId), eq(meetings.state, 'accepted')),
    )
    .innerJoin(orders, eq(orders.id, meetingShares.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerId))
    .where(eq(meetingShares.tokenHash, hashToken(token)));
  if (!row || shareEnd(row.at) <= clock.now()) {
    throw new Problem('meeting.not-found', 'This link has expired');
  }
  const isBuyer = row.party === 'buyer';
  return {
    productName: row.productName,
    place: row.place,
    at: row.at.toISOString(),
    timeZone: row.timeZone,
    sharedBy: isBuyer ? row.buyerName : row.sellerName,
    with: isBuyer ? row.sellerName : row.buyerName,
    expiresAt: shareEnd(row.at).toISOString(),
  };
}
