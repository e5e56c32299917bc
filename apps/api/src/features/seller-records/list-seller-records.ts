import type { SellerRecord } from '@redial/contract';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { sellerRecordOpenings, sellerRecords, users } from '../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../platform/ids.ts';
import type { User } from '../../platform/users.ts';
import { periodStart } from './last-trade.ts';

/** Records in a response at most. */
const maxRecords = 100;
const dayMs = 86_400_000;

/**
 * Lists the records of deleted sellers without their contents, newest first.
 *
 * @param input.q the id of the user, or of one of their orders or products; all records without it.
 */
export async function listSellerRecords(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  _actor: User,
  input: { q?: string },
): Promise<SellerRecord[]> {
  const wanted = input.q?.trim().toLowerCase() ?? '';
  const records = await db
    .select({
      _id: sellerRecords.userId,
      deletedAt: sellerRecords.createdAt,
      deletedBy: sellerRecords.deletedBy,
      sales: sql<number>`(select count(*)::int from orders o
        where o.seller_id = seller_records.user_id and o.paid_payment_id is not null)`,
      lastTradeMs: sql<number | null>`(select extract(epoch from nullif(start, 'infinity')) * 1000
        from (select ${periodStart} as start) period)`.mapWith(Number),
    })
    .from(sellerRecords)
    .where(
      wanted === ''
        ? undefined
        : isUuid(wanted)
          ? sql`seller_records.user_id = ${wanted} or seller_records.user_id in (
              select seller_id from orders where id = ${wanted}
              union all select seller_id from products where id = ${wanted})`
          : sql`false`,
    )
    .orderBy(desc(sellerRecords.createdAt), desc(sellerRecords.userId))
    .limit(maxRecords);
  const openings = await listOpenings(
    db,
    records.map(({ _id }) => _id),
  );
  return records.map(({ lastTradeMs, deletedAt, ...record }) => ({
    ...record,
    deletedAt: deletedAt.toISOString(),
    lastTradeAt: toIso(lastTradeMs),
    keptUntil: toIso(lastTradeMs && lastTradeMs + settings.sellerRecordDays * dayMs),
    openings: openings
      .filter(({ userId }) => userId === record._id)
      .map(({ at, admin, reason }) => ({ at: at.toISOString(), admin, reason })),
  }));
}

const toIso = (ms: number | null): string | null => (ms ? new Date(ms).toISOString() : null);

const listOpenings = (db: Database, userIds: readonly string[]) =>
  db
    .select({
      userId: sellerRecordOpenings.userId,
      at: sellerRecordOpenings.at,
      admin: users.name,
      reason: sellerRecordOpenings.reason,
    })
    .from(sellerRecordOpenings)
    .innerJoin(users, eq(users.id, sellerRecordOpenings.adminId))
    .where(inArray(sellerRecordOpenings.userId, [...userIds]))
    .orderBy(desc(sellerRecordOpenings.id));
