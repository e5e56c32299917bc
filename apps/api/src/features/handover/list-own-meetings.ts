import type { DataExport } from '@redial/contract';
import { and, asc, eq, or } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { meetings, orders } from '../../db/schema/index.ts';

/** The meetings that a user proposed, for the data export. */
export async function listOwnMeetings(
  db: Executor,
  userId: string,
): Promise<DataExport['meetings']> {
  const rows = await db
    .select({ meeting: meetings })
    .from(meetings)
    .innerJoin(orders, eq(orders.id, meetings.orderId))
    .where(
      or(
        and(eq(orders.buyerId, userId), eq(meetings.proposedBy, 'buyer')),
        and(eq(orders.sellerId, userId), eq(meetings.proposedBy, 'seller')),
      ),
    )
    .orderBy(asc(meetings.createdAt));
  return rows.map(({ meeting: { orderId, place, at, timeZone, state, createdAt } }) => ({
    orderId,
    place,
    at: at.toISOString(),
    timeZone,
    state,
    createdAt: createdAt.toISOString(),
  }));
}
